/**
 * Documentation links by their names (seed 1, section 2): each leads to a page that this platform serves itself, in a
 * new tab. An address that begins with http:// or https:// is used as it is: code of users may name one.
 */

import { documentation, type HelpPage, helpPages } from './help-pages.ts'

/** Names that are not a page's own, as settings of widgets and rule nodes use them. */
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

/** Where the link leads; undefined: there is no such link. */
export function helpHref(link: string): string | undefined {
  if (/^https?:\/\//.test(link)) return link
  const page = known.has(link) ? link : names[link]
  return page && `/help/${page}`
}
