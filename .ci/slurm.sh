#!/usr/bin/env bash
# A sweep on the real Slurm, from Debian's packages, with 4 nodes on this machine: `bash .ci/slurm.sh`. The waiting
# command is killed once and given again; the result must be that of a local run, byte for byte. Everything lives in
# one temporary folder and is gone afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v sbatch slurmctld slurmd munged >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends slurm-wlm munge >/dev/null
fi

base=$(mktemp -d /tmp/schedlab-slurm-XXXXXX)
pids=()
tear_down() {
  status=$?
  if [ $status -ne 0 ]; then
    printf '\n== what Slurm said\n'
    tail -n 20 "$base"/*.log "$base"/sweep/slurm/*.log 2>/dev/null || true
  fi
  scancel --user=root 2>/dev/null || true
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$base"
  exit $status
}
trap tear_down EXIT
chmod 755 "$base"

# Authentication: a key and a socket of its own.
mkdir -m 755 "$base/munge"
head -c 1024 /dev/urandom >"$base/munge/key"
chmod 400 "$base/munge/key"
munged --force --foreground --key-file="$base/munge/key" --socket="$base/munge/socket" --pid-file="$base/munge/pid" \
  --log-file="$base/munge.log" --seed-file="$base/munge/seed" >"$base/munged.log" 2>&1 &
pids+=($!)

host=$(hostname -s)
port=$((20000 + RANDOM % 20000))
mkdir "$base/state" "$base"/spool-n{1,2,3,4}
export SLURM_CONF="$base/slurm.conf"
cat >"$SLURM_CONF" <<CONF
ClusterName=schedlab
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$base/munge/socket
CredType=cred/munge
StateSaveLocation=$base/state
SlurmdSpoolDir=$base/spool-%n
SlurmctldPidFile=$base/slurmctld.pid
SlurmdPidFile=$base/slurmd-%n.pid
SlurmctldLogFile=$base/slurmctld.log
SlurmdLogFile=$base/slurmd-%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MaxArraySize=1001
NodeName=n[1-4] NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)),$((port + 2)),$((port + 3)),$((port + 4)) CPUs=2 RealMemory=1000
PartitionName=all Nodes=n[1-4] Default=YES MaxTime=INFINITE State=UP
CONF
until [ -S "$base/munge/socket" ]; do sleep 0.1; done
slurmctld -D -c >"$base/slurmctld.out.log" 2>&1 &
pids+=($!)
for node in n1 n2 n3 n4; do
  slurmd -D -N "$node" >"$base/slurmd-$node.out.log" 2>&1 &
  pids+=($!)
done
for _ in $(seq 300); do
  [ "$(sinfo --noheader --format=%D --states=idle 2>/dev/null | tr -d ' ')" = 4 ] && break
  sleep 0.1
done
sinfo

sim() { node "$PWD/dist/cli/main.js" "$@"; }
experiment=(scenarios/mmc.json --set stop.tasks=30000 --set warmup.tasks=1000 --vary machines.0.count=95..110:5
  --policy fifo,edf --replications 5 --quiet)

printf '\n== a sweep of 40 runs, here\n'
sim sweep "${experiment[@]}" --out "$base/local"

printf '\n== the same on Slurm: the one who waits is killed, and comes back\n'
# Not by the function: its process would be the one that is killed, and not node's.
node dist/cli/main.js sweep "${experiment[@]}" --on slurm --chunk 4 --out "$base/sweep" &
waiting=$!
# Submitted, and at work: some runs are there and some are not.
until grep -qs '"digest"' "$base"/sweep/shard-*.jsonl; do
  kill -0 $waiting # It must not end before.
  sleep 0.1
done
kill -9 $waiting
wait $waiting || true
[ ! -e "$base/sweep/sweep.json" ]
squeue
sim sweep "${experiment[@]}" --on slurm --chunk 4 --out "$base/sweep"
cmp "$base/local/sweep.json" "$base/sweep/sweep.json"
node -e '
  const { submissions, shards } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  if (submissions.length !== 1 || shards !== 10) throw new Error(`${submissions.length} submissions of ${shards} shards`);
' "$base/sweep/slurm.json"
printf 'one array of 10 tasks, and the same result byte for byte\n'

printf '\n== a task that fails is submitted again, then reported\n'
printf 'export default { name: "fails", rank() { if (process.env.SLURM_JOB_ID) throw new Error("not on a node"); return 0; } };\n' \
  >"$base/fails.mjs"
failing=(scenarios/mmc.json --set stop.tasks=1000 --set warmup.tasks=100 --vary machines.0.count=100,110
  --policy "$base/fails.mjs" --quiet --on slurm --out "$base/failing")
status=0
sim sweep "${failing[@]}" 2>"$base/said" || status=$?
cat "$base/said"
[ $status -eq 1 ]
grep -q "after 3 submissions" "$base/said"
grep -q "not on a node" "$base/said"

printf '\n== without sbatch: exit code 2 and a sentence\n'
status=0
PATH=/nonexistent "$(command -v node)" dist/cli/main.js sweep "${experiment[@]}" --on slurm --out "$base/none" 2>"$base/said" || status=$?
cat "$base/said"
[ $status -eq 2 ]
grep -q "no sbatch here" "$base/said"
[ ! -e "$base/none" ]
