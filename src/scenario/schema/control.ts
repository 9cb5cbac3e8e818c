/** Settings of the control plane. Everything left out is ideal: no latency, no batching, one node. */
import { z } from "zod";
import { monitor } from "./control/monitor.ts";
import { clients, network } from "./control/network.ts";
import { limiter, manager, submitters } from "./control/nodes.ts";
import { batcher, queues } from "./control/queues.ts";
import { store } from "./control/store.ts";

const ids = z
  .strictObject({})
  .optional()
  .describe("Ids of tasks are unique and in the order of time by themselves: there is nothing to set");

export const control = z
  .strictObject({
    clients,
    limiter,
    submitters,
    manager,
    ids,
    store,
    batcher,
    queues,
    monitor,
    network,
  })
  .prefault({})
  .describe("The control plane; what is left out is ideal");
