/**
 * All help pages: Markdown files at `{helpBaseUrl}/help/{language}/{page}.md`, in English at public/assets/help/en_US.
 * A test compares this list with the files, their links and their use.
 */

export const helpPages = [
  'index',
  'keyboard',
  'tables',
  'dialogs/bulk-import',
  'dialogs/import-json',
  'dialogs/assign',
  'dialogs/public',
  'login',
  'home',
  'profile',
  'devices',
  'devices/add',
  'devices/connect',
  'devices/credentials',
  'devices/commands',
  'device-profiles',
  'device-profiles/transport',
  'device-profiles/alarm-rules',
  'device-profiles/provisioning',
  'ota-updates',
  'assets',
  'entity-views',
  'customers',
  'users',
  'tenants',
  'tenant-profiles',
  'edges',
  'edges/rule-chains',
  'edges/downlinks',
  'dashboards',
  'dashboards/view',
  'dashboards/time-window',
  'widgets-bundles',
  'rule-chains',
  'dead-letters',
  'explore',
  'audit-logs',
  'usage',
  'trash',
  'settings/general',
  'settings/mail',
  'settings/sms',
  'settings/security',
  'settings/oauth2',
  'settings/resources',
  'settings/home',
  'settings/keys',
  'settings/device-acceptance',
  'details/attributes',
  'details/telemetry',
  'details/alarms',
  'details/events',
  'details/relations',
  'details/audit-log',
  'rule-nodes/filter-script',
  'rule-nodes/switch-script',
  'rule-nodes/transform-script',
  'rule-nodes/generator-script',
  'rule-nodes/alarm-details-script',
  'rule-nodes/to-string-script',
  'rule-nodes/message',
  'rule-nodes/templates',
  'rule-nodes/test-script',
  'widgets/data-function',
  'widgets/post-processing',
  'widgets/cell-functions',
  'widgets/text-functions',
  'widgets/map-functions',
  'widgets/control-functions',
  'widgets/hierarchy-functions',
  'widgets/show-action',
  'widgets/custom-action',
  'widgets/custom-html-action',
  'widgets/mobile-actions',
] as const

export type HelpPage = (typeof helpPages)[number]

/** Parts that are included in pages; never opened on their own. */
export const helpParts = [
  'parts/script-arguments',
  'parts/script-rules',
  'parts/action-arguments',
  'parts/not-run',
] as const

/** Chapters of the project's documentation, served with the help pages. */
export const documentation = [
  'docs/administration',
  'docs/assets-views-edges',
  'docs/connect-a-device',
  'docs/dashboards',
  'docs/entity-details',
  'docs/firmware',
  'docs/operating',
  'docs/rule-chains',
  'docs/running',
  'docs/tenants-and-users',
] as const

const pages: ReadonlySet<string> = new Set(helpPages)

export const isHelpPage = (page: string): page is HelpPage => pages.has(page)
