/** Routes of profile, audit log, usage and settings pages. */

import { createRoute, redirect } from '@tanstack/react-router'
import type { MessageKey } from '../../locale/messages.ts'
import type { Crumb } from '../../places/crumb.ts'
import { type Authority, requireAuthority } from '../route-guard.ts'
import { administrators, homeCrumb, lazyPage, shell, systemOnly, tenantOnly } from './base-routes.tsx'
import { entityRoutes, roomOf } from './room-routes.tsx'

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  staticData: { title: 'profile.title', crumbs: [homeCrumb] },
  component: lazyPage(() => import('../../pages/profile/profile-page.tsx'), 'ProfilePage'),
})

const auditLogs = createRoute({
  getParentRoute: () => shell,
  path: '/auditLogs',
  staticData: { title: 'auditLogs.title', crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => requireAuthority(context, tenantOnly),
  component: lazyPage(() => import('../../pages/audit-logs/audit-logs-page.tsx'), 'AuditLogsPage'),
})

const trash = createRoute({
  getParentRoute: () => shell,
  path: '/trash',
  staticData: { title: 'trash.title', crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => requireAuthority(context, administrators),
  component: lazyPage(() => import('../../pages/trash/trash-page.tsx'), 'TrashPage'),
})

const usage = createRoute({
  getParentRoute: () => shell,
  path: '/usage',
  staticData: { title: 'usage.title', crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => requireAuthority(context, tenantOnly),
  component: lazyPage(() => import('../../pages/usage/usage-page.tsx'), 'UsagePage'),
})

const settingsCrumb: Crumb = { label: 'settings.title', to: '/settings' }

/** Route of one settings page. */
const settingsPage = <const P extends string>(
  path: P,
  title: MessageKey,
  authorities: readonly Authority[],
  ...page: readonly [load: () => Promise<unknown>, name: string]
) =>
  createRoute({
    getParentRoute: () => shell,
    path: `/settings/${path}`,
    staticData: { title, crumbs: [homeCrumb, settingsCrumb] },
    beforeLoad: ({ context }) => requireAuthority(context, authorities),
    component: lazyPage(...page),
  })

/** Settings pages of the system administrator and of tenant administrators. */
const settings = [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings',
    beforeLoad: ({ context }) => {
      requireAuthority(context, administrators)
      const isSystem = context.signedIn.auth.authority === 'SYS_ADMIN'
      throw redirect({ to: isSystem ? '/settings/general' : '/settings/home', replace: true })
    },
  }),
  settingsPage(
    'general',
    'settings.general',
    systemOnly,
    () => import('../../pages/settings/general-page.tsx'),
    'GeneralPage',
  ),
  settingsPage(
    'outgoing-mail',
    'settings.mail',
    systemOnly,
    () => import('../../pages/settings/mail-page.tsx'),
    'MailPage',
  ),
  settingsPage(
    'sms-provider',
    'settings.sms',
    systemOnly,
    () => import('../../pages/settings/sms-page.tsx'),
    'SmsPage',
  ),
  settingsPage(
    'security-settings',
    'settings.security',
    systemOnly,
    () => import('../../pages/settings/security-page.tsx'),
    'SecurityPage',
  ),
  settingsPage(
    'oauth2',
    'oauth2.title',
    systemOnly,
    () => import('../../pages/settings/oauth2/oauth2-page.tsx'),
    'OAuth2Page',
  ),
  ...entityRoutes(
    roomOf('TB_RESOURCE', {
      list: [() => import('../../pages/settings/resources/resources-page.tsx'), 'ResourcesPage'],
      page: [() => import('../../pages/settings/resources/resources-page.tsx'), 'ResourcePage'],
    }),
    [homeCrumb, settingsCrumb],
  ),
  settingsPage(
    'home',
    'settings.home',
    tenantOnly,
    () => import('../../pages/settings/home-settings-page.tsx'),
    'HomeSettingsPage',
  ),
  settingsPage(
    'keys',
    'settings.keyDescriptions',
    tenantOnly,
    () => import('../../pages/settings/key-descriptions-page.tsx'),
    'KeyDescriptionsPage',
  ),
  settingsPage(
    'device-acceptance',
    'settings.deviceAcceptance',
    tenantOnly,
    () => import('../../pages/settings/device-acceptance-page.tsx'),
    'DeviceAcceptancePage',
  ),
] as const

export const administrationRoutes = [profile, usage, auditLogs, trash, ...settings] as const
