// What a user of a simulator gets: distributions with quantiles. Log-linear buckets, 64 to each power of two.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

class Histogram {
 public:
  void record(double value) {
    count_++;
    sum_ += value;
    max_ = std::max(max_, value);
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    counts_[bits >> 46]++;
  }
  double mean() const { return count_ == 0 ? 0 : sum_ / double(count_); }
  double max() const { return max_; }
  // The lower end of the bucket in which this share is reached.
  double quantile(double share) const {
    uint64_t seen = 0;
    for (size_t bucket = 0; bucket < counts_.size(); bucket++) {
      seen += counts_[bucket];
      if (double(seen) >= share * double(count_)) {
        const uint64_t bits = uint64_t(bucket) << 46;
        double value;
        std::memcpy(&value, &bits, sizeof value);
        return value;
      }
    }
    return max_;
  }

 private:
  uint64_t count_ = 0;
  double sum_ = 0, max_ = 0;
  // Sign is never set: 2^17 numbers of buckets, of which the operating system hands out only the pages in use.
  std::vector<uint64_t> counts_ = std::vector<uint64_t>(1 << 17);
};
