/**
 * The resource vector. Amounts are whole numbers (cpu in thousandths of a core, memory and disk in bytes, network
 * in bytes per second), so that reserving and releasing never drifts.
 */
export const RESOURCES = ["cpu", "memory", "disk", "iops", "network", "ports"] as const;

export type Resource = (typeof RESOURCES)[number];

export const DIMENSIONS = RESOURCES.length;

/** Index of each resource in a vector. */
export const CPU = 0;

/** One amount for each of RESOURCES, in that order. In a capacity, Infinity means that nothing was said: no limit. */
export type Vector = readonly number[];

export const MILLICORES = 1_000;
