/**
 * Documentation links by name: each opens a page that this server hosts, in a new tab. URLs starting with http:// or
 * https:// are used unchanged, since custom widget code may contain them.
 */

import { documentation, type HelpPage, helpPages } from './help-pages.ts'

/** Names other than page names, as used in settings of widgets and rule nodes. */
const names: Readonly<Record<string, HelpPage>> = {
  outgoingMailSettings: 'settings/mail',
  smsProviderSettings: 'settings/sms',
  securitySettings: 'settings/security',
  oauth2Settings: 'settings/oauth2',
  deviceProfiles: 'device-profiles',
  deviceCredentials: 'devices/credentials',
  entityViews: 'entity-views',
  entitiesImport: 'dialogs/bulk-import',
  tenantProfiles: 'tenant-profiles',
  rulechains: 'rule-chains',
  ruleEngine: 'rule-chains',
  otaUpdates: 'ota-updates',
  resources: 'settings/resources',
  widgetsBundles: 'widgets-bundles',
}

const known: ReadonlySet<string> = new Set<string>([...helpPages, ...documentation])

/** URL of the link; undefined if the link doesn't exist. */
export function helpHref(link: string): string | undefined {
  if (/^https?:\/\//.test(link)) return link
  const page = known.has(link) ? link : names[link]
  return page && `/help/${page}`
}
