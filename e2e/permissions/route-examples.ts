/** All examples, by method and path; the test fails for a route without one. */

import { accountExamples } from './examples/accounts.ts'
import { alarmExamples } from './examples/alarms.ts'
import { assignableExamples } from './examples/assignables.ts'
import { dashboardExamples } from './examples/dashboards.ts'
import { deadLetterExamples } from './examples/dead-letters.ts'
import { deviceApiExamples } from './examples/device-api.ts'
import { deviceExamples } from './examples/devices.ts'
import { libraryExamples } from './examples/library.ts'
import { queryExamples } from './examples/queries.ts'
import { ruleChainExamples } from './examples/rule-chains.ts'
import { systemExamples } from './examples/system.ts'
import { telemetryExamples } from './examples/telemetry.ts'
import { trashExamples } from './examples/trash.ts'
import type { Example } from './examples.ts'

const rooms = [
  accountExamples,
  alarmExamples,
  assignableExamples,
  dashboardExamples,
  deviceApiExamples,
  deviceExamples,
  libraryExamples,
  queryExamples,
  ruleChainExamples,
  systemExamples,
  telemetryExamples,
  trashExamples,
  deadLetterExamples,
]

export const routeExamples: ReadonlyMap<string, readonly Example[]> = new Map(
  rooms.flatMap((room) =>
    Object.entries(room).map(([route, examples]): [string, readonly Example[]] => [
      route,
      Array.isArray(examples) ? examples : [examples as Example],
    ]),
  ),
)
