/** Data that the client's pages load before drawing, each with a single request. Sonde API, unknown to ThingsBoard. */

import Type, { type Static } from 'typebox'
import { nullable, uuid } from '../schema-parts.ts'
import { userSetting, userSettingNames } from '../users/user-settings.ts'

/** Data about the signed-in user that every page needs. */
export const pageStart = Type.Object({
  serverTimeMs: Type.Integer(),
  homeDashboardId: nullable(uuid),
  edgesEnabled: Type.Boolean(),
  /** `SONDE_VISITOR_READS=entity`: visitors can read all data of a public entity. */
  visitorsReadAll: Type.Boolean(),
  /** Maximum data points per dashboard query. */
  maxDatapoints: Type.Integer(),
  /** User settings by name; empty for visitors, who have none. */
  settings: Type.Partial(Type.Record(Type.Enum([...userSettingNames]), userSetting)),
})
export type PageStart = Static<typeof pageStart>

/** Number of listed entities that the caller can read; types without a page for the caller's role are absent. */
const counted = {
  DEVICE: Type.Integer(),
  ASSET: Type.Integer(),
  ENTITY_VIEW: Type.Integer(),
  EDGE: Type.Integer(),
  CUSTOMER: Type.Integer(),
  DASHBOARD: Type.Integer(),
  DEVICE_PROFILE: Type.Integer(),
  OTA_PACKAGE: Type.Integer(),
  /** Rule chains of the server, without those of edges. */
  RULE_CHAIN: Type.Integer(),
  WIDGETS_BUNDLE: Type.Integer(),
  TENANT: Type.Integer(),
  TENANT_PROFILE: Type.Integer(),
} as const

/** Data of the home page. */
export const homeFacts = Type.Object({
  /** Title of the caller's customer or tenant; null for system administrators. */
  title: nullable(Type.String()),
  counts: Type.Partial(Type.Object({ ...counted, edgeRuleChains: Type.Integer() })),
  activeDevices: Type.Integer(),
  /** null if the caller can't read device profiles. */
  alarmRules: nullable(
    Type.Object({
      /** Whether a device profile raises alarms. */
      exist: Type.Boolean(),
      defaultProfileId: nullable(uuid),
    }),
  ),
})
export type HomeFacts = Static<typeof homeFacts>
