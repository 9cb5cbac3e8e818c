// What this process has used, as one line of JSON. Peak memory is of this program alone: what getrusage says includes the
// memory of the process that started it.
#pragma once
#include <sys/resource.h>

#include <cstdio>
#include <cstring>

inline double peakBytes() {
  double kilobytes = 0;
  if (FILE* status = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, status))
      if (std::sscanf(line, "VmHWM: %lf", &kilobytes) == 1) break;
    std::fclose(status);
  }
  if (kilobytes == 0) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    kilobytes = double(usage.ru_maxrss);
  }
  return kilobytes * 1024;
}

inline double processorSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

inline void report(double meanWait, double p99) {
  std::printf("{\"seconds\":%.6f,\"peakBytes\":%.0f,\"meanWait\":%.9f,\"p99\":%.6f}\n", processorSeconds(),
              peakBytes(), meanWait, p99);
}
