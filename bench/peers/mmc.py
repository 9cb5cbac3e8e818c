"""M/M/c on SimPy, as its documentation teaches: a process for each task, a resource for the servers.

python3 mmc.py <servers> <utilisation> <tasks> <seed>
"""
import json
import random
import resource
import sys

import simpy


def main(servers, utilization, tasks, seed):
    draw = random.Random(seed)
    env = simpy.Environment()
    machines = simpy.Resource(env, capacity=servers)
    waited = 0.0
    longest = 0.0

    def task(duration):
        nonlocal waited, longest
        submitted = env.now
        with machines.request() as request:
            yield request
            wait = env.now - submitted
            waited += wait
            if wait > longest:
                longest = wait
            yield env.timeout(duration)

    def clients():
        rate = servers * utilization
        for _ in range(tasks):
            yield env.timeout(draw.expovariate(rate))
            env.process(task(draw.expovariate(1.0)))

    env.process(clients())
    env.run()
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        json.dumps(
            {
                "seconds": used.ru_utime + used.ru_stime,
                "peakBytes": peak_bytes(used),
                "meanWait": waited / tasks,
                "p99": None,
            }
        )
    )


def peak_bytes(used):
    """Of this program alone: what getrusage says includes the process that started it."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return used.ru_maxrss * 1024


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
