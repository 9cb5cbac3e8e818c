// Machines with two resources, and the two ways of finding one that do not look at all of them: best fit by buckets of free
// cpu and classes of memory under bitmaps, first fit by a segment tree.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

struct Shape {
  double cpu, memory;
};

struct Fleet {
  std::vector<double> cpu, memory;  // Free, by machine.
  int size() const { return int(cpu.size()); }
  bool fits(int machine, const Shape& shape) const {
    return cpu[machine] >= shape.cpu && memory[machine] >= shape.memory;
  }
};

// Buckets of free cpu, and within each bucket classes of free memory, four to a power of two: in a higher class than the
// task's there is surely enough memory, and a lower one need not be looked at.
class BestFit {
 public:
  explicit BestFit(const Fleet& fleet)
      : fleet_(fleet),
        width_(*std::max_element(fleet.cpu.begin(), fleet.cpu.end()) / BUCKETS),
        unit_(LARGEST / *std::max_element(fleet.memory.begin(), fleet.memory.end())),
        cell_(fleet.size(), -1),
        next_(fleet.size()),
        previous_(fleet.size()),
        first_((BUCKETS + 1) * CLASSES, -1) {
    for (int machine = fleet.size() - 1; machine >= 0; machine--) changed(machine);
  }

  int find(const Shape& shape) const {
    const int least = classOf(shape.memory);
    for (int bucket = above(bucketOf(shape.cpu)); bucket >= 0; bucket = above(bucket + 1)) {
      for (uint32_t classes = classes_[bucket] & (~0u << least); classes != 0; classes &= classes - 1) {
        const int cell = bucket * CLASSES + __builtin_ctz(classes);
        for (int machine = first_[cell]; machine >= 0; machine = next_[machine])
          if (fleet_.fits(machine, shape)) return machine;
      }
    }
    return -1;
  }

  void changed(int machine) {
    const int cell = bucketOf(fleet_.cpu[machine]) * CLASSES + classOf(fleet_.memory[machine]);
    const int before = cell_[machine];
    if (cell == before) return;
    if (before >= 0) {
      if (previous_[machine] >= 0) next_[previous_[machine]] = next_[machine];
      else first_[before] = next_[machine];
      if (next_[machine] >= 0) previous_[next_[machine]] = previous_[machine];
      if (first_[before] < 0) {
        const int left = before / CLASSES;
        classes_[left] &= ~(1u << (before % CLASSES));
        if (classes_[left] == 0) occupied_[left >> 6] &= ~(uint64_t(1) << (left & 63));
      }
    }
    const int bucket = cell / CLASSES;
    cell_[machine] = cell;
    previous_[machine] = -1;
    next_[machine] = first_[cell];
    if (first_[cell] >= 0) previous_[first_[cell]] = machine;
    first_[cell] = machine;
    classes_[bucket] |= 1u << (cell % CLASSES);
    occupied_[bucket >> 6] |= uint64_t(1) << (bucket & 63);
  }

 private:
  static constexpr int BUCKETS = 1024;
  static constexpr int WORDS = BUCKETS / 64 + 1;
  static constexpr int CLASSES = 32;
  static constexpr double LARGEST = 128;

  int bucketOf(double cpu) const { return std::min(BUCKETS, int(cpu / width_)); }

  int classOf(double memory) const {
    const double amount = memory * unit_;
    if (amount < 1) return 0;
    if (amount >= 2 * LARGEST) return CLASSES - 1;
    const int exponent = 31 - __builtin_clz(unsigned(amount));
    return exponent * 4 + (int(amount * 4 / (1 << exponent)) & 3);
  }

  int above(int bucket) const {
    if (bucket > BUCKETS) return -1;
    int word = bucket >> 6;
    uint64_t bits = occupied_[word] & (~uint64_t(0) << (bucket & 63));
    while (bits == 0) {
      if (++word == WORDS) return -1;
      bits = occupied_[word];
    }
    return word * 64 + __builtin_ctzll(bits);
  }

  const Fleet& fleet_;
  double width_, unit_;
  std::vector<int> cell_, next_, previous_, first_;
  uint32_t classes_[BUCKETS + 1] = {};
  uint64_t occupied_[WORDS] = {};
};

// Each node holds the most cpu and the most memory that is free below it, and the most of the smaller of both once they are
// scaled to the largest machine: one machine below must have that much of both, which the two alone do not say.
class FirstFit {
 public:
  explicit FirstFit(const Fleet& fleet)
      : fleet_(fleet),
        cpuUnit_(1 / *std::max_element(fleet.cpu.begin(), fleet.cpu.end())),
        memoryUnit_(1 / *std::max_element(fleet.memory.begin(), fleet.memory.end())) {
    while (leaves_ < fleet.size()) leaves_ *= 2;
    nodes_.assign(size_t(leaves_) * 2, Node{-1, -1, -1});
    for (int machine = 0; machine < fleet.size(); machine++) nodes_[leaves_ + machine] = leaf(machine);
    for (int node = leaves_ - 1; node >= 1; node--) nodes_[node] = most(node);
  }

  int find(const Shape& shape) const {
    const Node need{shape.cpu, shape.memory, std::min(shape.cpu * cpuUnit_, shape.memory * memoryUnit_)};
    int node = 1;
    if (!holds(node, need)) return -1;
    while (node < leaves_) {
      node *= 2;
      if (holds(node, need)) continue;
      node++;
      if (holds(node, need)) continue;
      // In vain: on to the next subtree to the right that may hold it.
      for (;;) {
        while (node & 1) node >>= 1;
        if (node <= 1) return -1;
        if (holds(++node, need)) break;
      }
    }
    return node - leaves_;
  }

  void changed(int machine) {
    int node = leaves_ + machine;
    nodes_[node] = leaf(machine);
    while (node > 1) {
      node >>= 1;
      const Node now = most(node);
      if (now == nodes_[node]) return;
      nodes_[node] = now;
    }
  }

 private:
  struct Node {
    double cpu, memory, both;
    bool operator==(const Node& other) const {
      return cpu == other.cpu && memory == other.memory && both == other.both;
    }
  };

  Node leaf(int machine) const {
    const double cpu = fleet_.cpu[machine], memory = fleet_.memory[machine];
    return {cpu, memory, std::min(cpu * cpuUnit_, memory * memoryUnit_)};
  }
  Node most(int node) const {
    const Node &left = nodes_[node * 2], &right = nodes_[node * 2 + 1];
    return {std::max(left.cpu, right.cpu), std::max(left.memory, right.memory), std::max(left.both, right.both)};
  }
  bool holds(int node, const Node& need) const {
    const Node& have = nodes_[node];
    return have.cpu >= need.cpu && have.memory >= need.memory && have.both >= need.both;
  }

  const Fleet& fleet_;
  double cpuUnit_, memoryUnit_;
  int leaves_ = 1;
  std::vector<Node> nodes_;
};
