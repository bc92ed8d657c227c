/** Versions of dashboards: one for each save that changed something. Sonde API, unknown to ThingsBoard. */

import Type, { type Static } from 'typebox'
import { epochMs, nullable, uuid } from '../schema-parts.ts'

/** Maximum versions of one dashboard; above it, the oldest are deleted. */
export const dashboardVersionsMax = 50

const count = Type.Integer({ minimum: 0 })

/** Numbers of changes to the previous version. */
export const dashboardChangeCounts = Type.Object({
  widgetsAdded: count,
  widgetsChanged: count,
  widgetsRemoved: count,
  states: count,
  aliases: count,
  filters: count,
  /** Including title, image and time window. */
  settings: count,
})
export type DashboardChangeCounts = Static<typeof dashboardChangeCounts>

/** User who saved a version. `name`: first and last name, or the email. */
const author = Type.Object({ id: uuid, name: Type.String() })

export const dashboardVersion = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  createdTime: epochMs,
  /** Null: saved by a former version of Sonde, which didn't record it. */
  author: nullable(author),
  /** Size of the dashboard as JSON. */
  bytes: count,
  /** Null for the first version. */
  changes: nullable(dashboardChangeCounts),
  /** Number of the version that was restored; null: saved by an editor. */
  restoredFrom: nullable(Type.Integer({ minimum: 1 })),
})
export type DashboardVersion = Static<typeof dashboardVersion>

/** Response to a save that is based on an older version than the newest. */
export const dashboardConflict = Type.Object({
  message: Type.String(),
  newest: Type.Object({
    number: dashboardVersion.properties.number,
    /** Null, like the author: not recorded. */
    createdTime: nullable(epochMs),
    author: nullable(author),
  }),
})
export type DashboardConflict = Static<typeof dashboardConflict>
