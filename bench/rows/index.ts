/** All rows, in the order in which they run. */
import type { Row } from "../harness/row.ts";
import { cellDayRow } from "./cell-day.ts";
import { checkRow } from "./check.ts";
import { everythingRow } from "./everything.ts";
import { backlogRow, machinesGrowthRow, tasksGrowthRow } from "./growth.ts";
import { memoryLongRow, memoryRow } from "./memory.ts";
import { mmcRow } from "./mmc.ts";
import { partRows } from "./parts.ts";
import { placementRow } from "./placement.ts";
import { startRow } from "./start.ts";

export const ROWS: readonly Row[] = [
  mmcRow,
  everythingRow,
  placementRow,
  machinesGrowthRow,
  tasksGrowthRow,
  backlogRow,
  memoryRow,
  memoryLongRow,
  cellDayRow,
  checkRow,
  startRow,
  ...partRows,
];
