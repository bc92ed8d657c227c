/** REST API of user settings that pages store: always those of the caller. */

import { userSetting, userSettingBytesMax, userSettingNames } from '@sonde/model/users/user-settings'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { UserSettings } from './user-settings.ts'

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'users'
const path = '/api/v2/user/settings/:name'
const params = Type.Object({ name: Type.Enum([...userSettingNames]) })

export function registerUserSettingsRoutes(
  routes: Routes,
  { userSettings }: { readonly userSettings: UserSettings },
): void {
  routes.add({
    method: 'GET',
    path,
    authorities,
    summary: 'Get a UI setting of the caller; an empty object if not set',
    tag,
    schema: { params, response: userSetting },
    handle: ({ scope, params: { name } }) => userSettings.get(scope, name),
  })
  routes.add({
    method: 'PUT',
    path,
    authorities,
    summary: 'Save a UI setting of the caller, up to 64 KB',
    tag,
    audit: 'none: settings of pages are not logged',
    schema: { params, body: userSetting, response: userSetting },
    example: { devices: { layout: { pageSize: '20' }, at: 1_700_000_000_000 } },
    bodyBytesMax: userSettingBytesMax,
    handle: ({ scope, params: { name }, body }) => userSettings.save(scope, name, body),
  })
}
