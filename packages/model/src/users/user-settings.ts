/**
 * What pages remember of a user, by name: of each user, for that user alone. Sonde's own; the wire knows nothing of it.
 */

import Type, { type Static } from 'typebox'

/**
 * `tableLayouts`: how the user left each table: its columns, order and page size. `alarmNotices`: from which severity new
 * alarms make a sound or a browser notification.
 */
export const userSettingNames = ['tableLayouts', 'alarmNotices'] as const
export type UserSettingName = (typeof userSettingNames)[number]

/** Bytes of one setting as it is sent. */
export const userSettingBytesMax = 64 * 1024

/** Whatever the page makes of it. */
export const userSetting = Type.Record(Type.String(), Type.Unknown())
export type UserSetting = Static<typeof userSetting>
