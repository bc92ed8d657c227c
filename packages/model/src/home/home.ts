/** What the client's pages load before they are drawn, each in one answer. Sonde's own; the wire knows nothing of it. */

import Type, { type Static } from 'typebox'
import { nullable, uuid } from '../schema-parts.ts'
import { userSetting, userSettingNames } from '../users/user-settings.ts'

/** What every page needs of the signed-in user. */
export const pageStart = Type.Object({
  serverTimeMs: Type.Integer(),
  homeDashboardId: nullable(uuid),
  edgesEnabled: Type.Boolean(),
  /** `SONDE_VISITOR_READS=entity`: visitors read all of a public entity. */
  visitorsReadAll: Type.Boolean(),
  /** Data points per dashboard query. */
  maxDatapoints: Type.Integer(),
  /** By name; empty for visitors, who have none. */
  settings: Type.Partial(Type.Record(Type.Enum([...userSettingNames]), userSetting)),
})
export type PageStart = Static<typeof pageStart>

/** Entities that pages list, as many as the caller may read; types without a page for the caller's role are absent. */
const counted = {
  DEVICE: Type.Integer(),
  ASSET: Type.Integer(),
  ENTITY_VIEW: Type.Integer(),
  EDGE: Type.Integer(),
  CUSTOMER: Type.Integer(),
  DASHBOARD: Type.Integer(),
  DEVICE_PROFILE: Type.Integer(),
  OTA_PACKAGE: Type.Integer(),
  /** Chains of the server. */
  RULE_CHAIN: Type.Integer(),
  WIDGETS_BUNDLE: Type.Integer(),
  TENANT: Type.Integer(),
  TENANT_PROFILE: Type.Integer(),
} as const

/** What the home page shows at once. */
export const homeFacts = Type.Object({
  /** Title of the caller's customer or tenant; null for system administrators. */
  title: nullable(Type.String()),
  counts: Type.Partial(Type.Object({ ...counted, edgeRuleChains: Type.Integer() })),
  activeDevices: Type.Integer(),
  /** Null for those who don't see device profiles. */
  alarmRules: nullable(
    Type.Object({
      /** Whether a device profile raises alarms. */
      exist: Type.Boolean(),
      defaultProfileId: nullable(uuid),
    }),
  ),
})
export type HomeFacts = Static<typeof homeFacts>
