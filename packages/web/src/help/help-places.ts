/** Maps routes and detail tabs to help pages. */

import type { HelpPage } from './help-pages.ts'

/** Help pages by path without parameters: `/customers/$customerId/users` is `/customers/users`. */
const places: Readonly<Record<string, HelpPage>> = {
  '/login': 'login',
  '/login/resetPasswordRequest': 'login',
  '/login/resetPassword': 'login',
  '/login/resetExpiredPassword': 'login',
  '/login/createPassword': 'login',
  '/login/linkEnded': 'login',
  '/login/shareEnded': 'login',
  '/login/confirmEmail': 'login',
  '/home': 'home',
  '/profile': 'profile',
  '/devices': 'devices',
  '/deviceProfiles': 'device-profiles',
  '/otaUpdates': 'ota-updates',
  '/assets': 'assets',
  '/entityViews': 'entity-views',
  '/customers': 'customers',
  '/users': 'users',
  '/tenants': 'tenants',
  '/tenantProfiles': 'tenant-profiles',
  '/edgeInstances': 'edges',
  '/edgeInstances/ruleChains': 'edges/rule-chains',
  '/edgeManagement': 'edges/rule-chains',
  '/edgeManagement/ruleChains': 'edges/rule-chains',
  '/dashboards': 'dashboards',
  '/dashboard': 'dashboards/view',
  '/ruleChains': 'rule-chains',
  '/alarms': 'details/alarms',
  '/explore': 'explore',
  '/deadLetters': 'dead-letters',
  '/widgets-bundles': 'widgets-bundles',
  '/auditLogs': 'audit-logs',
  '/usage': 'usage',
  '/trash': 'trash',
  '/settings/general': 'settings/general',
  '/settings/outgoing-mail': 'settings/mail',
  '/settings/sms-provider': 'settings/sms',
  '/settings/security-settings': 'settings/security',
  '/settings/oauth2': 'settings/oauth2',
  '/settings/resources-library': 'settings/resources',
  '/settings/home': 'settings/home',
  '/settings/keys': 'settings/keys',
  '/settings/device-acceptance': 'settings/device-acceptance',
  '/help': 'index',
  '/help/index': 'index',
}

/** Help for the page of one entity, where it differs from the list's. */
const ofOne: Readonly<Record<string, HelpPage>> = { '/dashboards': 'dashboards/view' }

/** `route`: path with parameter names, such as `/edgeInstances/$edgeId/devices/$entityId`. */
export function helpOfRoute(route: string): HelpPage | undefined {
  const parts = route.split('/').filter(Boolean)
  const named = parts.filter((part) => !part.startsWith('$'))
  const whole = `/${named.join('/')}`
  const isOne = parts.at(-1)?.startsWith('$') === true
  // Lists below an owner have the same help as the top-level list.
  const last = `/${named.at(-1) ?? ''}`
  return (isOne ? (ofOne[whole] ?? ofOne[last]) : undefined) ?? places[whole] ?? places[last]
}

const tabs: Readonly<Record<string, HelpPage>> = {
  attributes: 'details/attributes',
  telemetry: 'details/telemetry',
  alarms: 'details/alarms',
  events: 'details/events',
  relations: 'details/relations',
  auditLogs: 'details/audit-log',
  credentials: 'devices/credentials',
  rpc: 'devices/commands',
  downlinks: 'edges/downlinks',
  transport: 'device-profiles/transport',
  alarmRules: 'device-profiles/alarm-rules',
  keys: 'settings/keys',
  provisioning: 'device-profiles/provisioning',
}

export const helpOfTab = (tab: string): HelpPage | undefined => tabs[tab]
