// Event queues of the C++ references. Order: time, then lane and sequence number in one tie.
#pragma once
#include <cstdint>
#include <queue>
#include <vector>

struct Event {
  int64_t at;
  uint64_t tie;
  int32_t kind;
  int32_t item;
  bool operator>(const Event& other) const { return at != other.at ? at > other.at : tie > other.tie; }
  bool operator<(const Event& other) const { return other > *this; }
};

inline uint64_t tieOf(uint64_t lane, uint64_t sequence) { return lane << 56 | sequence; }

class PriorityQueue {
 public:
  bool empty() const { return queue_.empty(); }
  void push(const Event& event) { queue_.push(event); }
  Event pop() {
    const Event event = queue_.top();
    queue_.pop();
    return event;
  }

 private:
  std::priority_queue<Event, std::vector<Event>, std::greater<Event>> queue_;
};
