/** Settings that pages store per user, by name; only that user can read them. Sonde API, unknown to ThingsBoard. */

import Type, { type Static } from 'typebox'

/**
 * `tableLayouts`: columns, order and page size of each table. `alarmNotices`: minimum severity at which new alarms
 * cause a sound or a browser notification.
 */
export const userSettingNames = ['tableLayouts', 'alarmNotices'] as const
export type UserSettingName = (typeof userSettingNames)[number]

/** Maximum bytes of one setting in a request. */
export const userSettingBytesMax = 64 * 1024

/** Content is defined by the page. */
export const userSetting = Type.Record(Type.String(), Type.Unknown())
export type UserSetting = Static<typeof userSetting>
