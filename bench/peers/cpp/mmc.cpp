// M/M/c with first come, first served, as one would write it by hand: events in a queue, tasks in slots that are used again,
// statistics of wait and response. `mmc <servers> <utilisation> <tasks> <4 words: arrivals> <4 words: durations>`
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>

#include "event-queues.hpp"
#include "random.hpp"
#include "statistics.hpp"
#include "usage.hpp"

enum Kind : int32_t { ARRIVAL, END };

template <class Queue>
static void simulate(int servers, double utilization, long tasks, Random arrivals, Random durations) {
  constexpr double SECOND = 1e6;
  const double gap = SECOND / (servers * utilization);
  Queue queue;
  Histogram waits, responses;
  std::vector<int64_t> submittedAt, duration;
  std::vector<int32_t> unused;
  std::deque<int32_t> waiting;
  uint64_t sequence = 0;
  long submitted = 0;
  int busy = 0;
  double exact = 0;
  int64_t now = 0;

  const auto arriveNext = [&] {
    exact += gap * arrivals.exponential();
    queue.push({int64_t(std::floor(exact + 0.5)), tieOf(1, sequence++), ARRIVAL, 0});
  };
  const auto start = [&](int32_t task) {
    waits.record(double(now - submittedAt[task]));
    queue.push({now + duration[task], tieOf(0, sequence++), END, task});
  };

  arriveNext();
  while (!queue.empty()) {
    const Event event = queue.pop();
    now = event.at;
    if (event.kind == ARRIVAL) {
      int32_t task;
      if (unused.empty()) {
        task = int32_t(submittedAt.size());
        submittedAt.push_back(0);
        duration.push_back(0);
      } else {
        task = unused.back();
        unused.pop_back();
      }
      submittedAt[task] = now;
      duration[task] = int64_t(std::floor(SECOND * durations.exponential() + 0.5));
      if (busy < servers) {
        busy++;
        start(task);
      } else {
        waiting.push_back(task);
      }
      if (++submitted < tasks) arriveNext();
    } else {
      responses.record(double(now - submittedAt[event.item]));
      unused.push_back(event.item);
      if (waiting.empty()) {
        busy--;
      } else {
        const int32_t next = waiting.front();
        waiting.pop_front();
        start(next);
      }
    }
  }
  if (responses.mean() <= 0) std::abort();
  report(waits.mean() / SECOND, waits.quantile(0.99) / SECOND);
}

int main(int count, char** words) {
  if (count != 12) {
    std::fprintf(stderr, "usage: mmc <servers> <utilisation> <tasks> <8 words of seed>\n");
    return 2;
  }
  const int servers = std::atoi(words[1]);
  const double utilization = std::atof(words[2]);
  const long tasks = std::atol(words[3]);
  const Random arrivals = Random::read(words + 4), durations = Random::read(words + 8);
  simulate<PriorityQueue>(servers, utilization, tasks, arrivals, durations);
}
