// The random streams of schedlab in C++: the same words give the same arrivals and durations. Exponential and logarithm are
// the library's here, so a table entry may differ in its last bit; times are rounded to whole microseconds afterwards.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

class Random {
 public:
  Random(int32_t a, int32_t b, int32_t c, int32_t counter)
      : a_(uint32_t(a)), b_(uint32_t(b)), c_(uint32_t(c)), counter_(uint32_t(counter)) {
    for (int round = 0; round < 16; round++) word();
  }

  // Four words from the command line.
  static Random read(char** words) {
    return Random(std::atoi(words[0]), std::atoi(words[1]), std::atoi(words[2]), std::atoi(words[3]));
  }

  uint32_t word() {
    const uint32_t result = a_ + b_ + counter_++;
    a_ = b_ ^ (b_ >> 9);
    b_ = c_ + (c_ << 3);
    c_ = ((c_ << 21) | (c_ >> 11)) + result;
    return result;
  }

  double uniform() {
    const double high = word() >> 5;
    return (high * 67108864.0 + (word() >> 6)) * 0x1p-53;
  }

  // Mean 1.
  double exponential() {
    for (;;) {
      const uint32_t bits = word();
      const int layer = bits & 255;
      const double x = (double(bits >> 8) * 536870912.0 + (word() >> 3)) * tables().scale[layer];
      if (x < tables().width[layer + 1]) return x;
      if (layer == 0) return TAIL + exponential();
      const double low = tables().height[layer];
      if (low + uniform() * (tables().height[layer + 1] - low) < std::exp(-x)) return x;
    }
  }

 private:
  static constexpr double TAIL = 7.69711747013105;

  struct Tables {
    std::array<double, 257> width{}, height{}, scale{};
    Tables() {
      const double area = TAIL * std::exp(-TAIL) + std::exp(-TAIL);
      width[0] = area / std::exp(-TAIL);
      width[1] = TAIL;
      height[1] = std::exp(-TAIL);
      for (int layer = 2; layer < 256; layer++) {
        height[layer] = height[layer - 1] + area / width[layer - 1];
        width[layer] = -std::log(height[layer]);
      }
      height[256] = 1;
      for (int layer = 0; layer < 257; layer++) scale[layer] = width[layer] * 0x1p-53;
    }
  };

  static const Tables& tables() { return TABLES; }
  static const Tables TABLES;

  uint32_t a_, b_, c_, counter_;
};

inline const Random::Tables Random::TABLES{};
