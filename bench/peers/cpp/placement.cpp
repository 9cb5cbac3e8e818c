// Tasks of several shapes on many machines with cpu and memory: first come, first served, and who does not fit is overtaken.
// Statistics of wait and response. Arguments:
//   placement <best|first> <tasks> <kinds> {count cpu memory}… <shapes> {cpu memory gap duration 8 words of seed}…
// Gaps and durations are means in microseconds.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>

#include "event-queues.hpp"
#include "fleet.hpp"
#include "random.hpp"
#include "statistics.hpp"
#include "usage.hpp"

enum Kind : int32_t { ARRIVAL, END };

struct Source {
  Shape shape;
  double gap, duration;
  Random arrivals, durations;
  double exact = 0;
};

struct Waiting {
  int32_t task;
  uint64_t order;
};

template <class Placement>
static void simulate(Fleet fleet, std::vector<Source> sources, long tasks) {
  constexpr double SECOND = 1e6;
  Placement placement(fleet);
  PriorityQueue queue;
  Histogram waits, responses;
  std::vector<int64_t> submittedAt, duration;
  std::vector<int32_t> machineOf, sourceOf, unused;
  std::vector<std::deque<Waiting>> waiting(sources.size());
  uint64_t sequence = 0, orders = 0;
  long submitted = 0;
  int64_t now = 0;

  const auto arriveNext = [&](int index) {
    Source& source = sources[index];
    source.exact += source.gap * source.arrivals.exponential();
    queue.push({int64_t(std::floor(source.exact + 0.5)), tieOf(1, sequence++), ARRIVAL, index});
  };
  const auto reserve = [&](int machine, const Shape& shape, int sign) {
    fleet.cpu[machine] -= sign * shape.cpu;
    fleet.memory[machine] -= sign * shape.memory;
    placement.changed(machine);
  };
  const auto start = [&](int32_t task, int machine) {
    reserve(machine, sources[sourceOf[task]].shape, 1);
    machineOf[task] = machine;
    waits.record(double(now - submittedAt[task]));
    queue.push({now + duration[task], tieOf(0, sequence++), END, task});
  };

  for (size_t index = 0; index < sources.size(); index++) arriveNext(int(index));
  while (!queue.empty()) {
    const Event event = queue.pop();
    now = event.at;
    if (event.kind == ARRIVAL) {
      if (submitted == tasks) continue;
      submitted++;
      const int index = event.item;
      int32_t task;
      if (unused.empty()) {
        task = int32_t(submittedAt.size());
        submittedAt.push_back(0);
        duration.push_back(0);
        machineOf.push_back(0);
        sourceOf.push_back(0);
      } else {
        task = unused.back();
        unused.pop_back();
      }
      Source& source = sources[index];
      submittedAt[task] = now;
      duration[task] = int64_t(std::floor(source.duration * source.durations.exponential() + 0.5));
      sourceOf[task] = index;
      // Where others of its shape wait, it would fail as they did.
      const int machine = waiting[index].empty() ? placement.find(source.shape) : -1;
      if (machine >= 0) start(task, machine);
      else waiting[index].push_back({task, orders++});
      arriveNext(index);
    } else {
      const int32_t ended = event.item;
      const int machine = machineOf[ended];
      responses.record(double(now - submittedAt[ended]));
      reserve(machine, sources[sourceOf[ended]].shape, -1);
      unused.push_back(ended);
      // Only the machine just released can have room for those that wait.
      for (;;) {
        int first = -1;
        for (size_t index = 0; index < sources.size(); index++) {
          if (waiting[index].empty() || !fleet.fits(machine, sources[index].shape)) continue;
          if (first < 0 || waiting[index].front().order < waiting[size_t(first)].front().order) first = int(index);
        }
        if (first < 0) break;
        const int32_t task = waiting[size_t(first)].front().task;
        waiting[size_t(first)].pop_front();
        start(task, machine);
      }
    }
  }
  if (responses.mean() <= 0) std::abort();
  report(waits.mean() / SECOND, waits.quantile(0.99) / SECOND);
}

int main(int count, char** words) {
  if (count < 4) {
    std::fprintf(stderr, "usage: placement <best|first> <tasks> <kinds> {…} <shapes> {…}\n");
    return 2;
  }
  const std::string name = words[1];
  const long tasks = std::atol(words[2]);
  char** next = words + 3;
  Fleet fleet;
  for (int kinds = std::atoi(*next++); kinds > 0; kinds--, next += 3) {
    for (int i = std::atoi(next[0]); i > 0; i--) {
      fleet.cpu.push_back(std::atof(next[1]));
      fleet.memory.push_back(std::atof(next[2]));
    }
  }
  std::vector<Source> sources;
  for (int shapes = std::atoi(*next++); shapes > 0; shapes--, next += 12) {
    sources.push_back({{std::atof(next[0]), std::atof(next[1])},
                       std::atof(next[2]),
                       std::atof(next[3]),
                       Random::read(next + 4),
                       Random::read(next + 8)});
  }
  if (next != words + count) {
    std::fprintf(stderr, "placement: the arguments do not add up\n");
    return 2;
  }
  if (name == "best") simulate<BestFit>(fleet, sources, tasks);
  else simulate<FirstFit>(fleet, sources, tasks);
}
