/** The nodes of the control plane: limiter nodes, submitters, and the replicas of the cluster manager. */
import { z } from "zod";
import { duration, positiveDuration, positiveShare, wholeNumber } from "../quantities.ts";

/** Ids have room for so many submitters; more nodes of any kind are a mistake in the file. */
const nodes = wholeNumber(1, 1024).prefault(1);

export const limiter = z
  .strictObject({
    nodes: nodes.describe("How many share the budgets of the tenants"),
    portion: positiveShare
      .prefault("25%")
      .describe("What a node is lent at a time, as a share of the tenant's burst"),
    lease: positiveDuration.prefault("10s").describe("How long a lent portion may be spent"),
  })
  .prefault({})
  .describe("The nodes that hold tenants to their plans' limits");

export const submitters = z
  .strictObject({
    nodes: nodes.describe("How many share the incoming tasks"),
    heartbeat: duration
      .prefault("0s")
      .describe("How often a node shows that it is alive; 0s: it is heard all the time"),
    timeout: duration
      .prefault("0s")
      .describe("A node that is silent for so long is taken for dead, and its tasks are handed over"),
  })
  .prefault({})
  .describe("The nodes that take in tasks");

export const manager = z
  .strictObject({
    replicas: wholeNumber(1, 100).prefault(1).describe("How many could lead; one does"),
    lease: positiveDuration.prefault("10s").describe("How long a leader leads without renewing"),
    every: positiveDuration
      .prefault("1s")
      .describe("How often a leader renews, and the others look whether there is one"),
  })
  .prefault({})
  .describe("The cluster manager, which knows all tasks and the nodes that admitted them");
