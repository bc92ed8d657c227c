/**
 * Messages by key: `devices.title` is `title` in `en/devices.json`. An unknown key doesn't compile.
 *
 * A language is loaded in parts: first the messages visible before the first page, then those of each page and dialog,
 * with its code (`text-parts.ts`). To add a language, add a folder next to `en` with the same files, and a line in
 * `catalogues`.
 */

import type { IntlMessageFormat } from 'intl-messageformat'
import type alarms from './en/alarms.json'
import type assets from './en/assets.json'
import type assignment from './en/assignment.json'
import type auditLogs from './en/auditLogs.json'
import type bulkEdit from './en/bulkEdit.json'
import type bulkImport from './en/bulkImport.json'
import type contact from './en/contact.json'
import type controls from './en/controls.json'
import type customers from './en/customers.json'
import type dashboardEditor from './en/dashboardEditor.json'
import type dashboardEntries from './en/dashboardEntries.json'
import type dashboardSetup from './en/dashboardSetup.json'
import type dashboardSharing from './en/dashboardSharing.json'
import type dashboards from './en/dashboards.json'
import type dashboardVersions from './en/dashboardVersions.json'
import type deadLetters from './en/deadLetters.json'
import type deviceProfiles from './en/deviceProfiles.json'
import type devices from './en/devices.json'
import type edges from './en/edges.json'
import type editors from './en/editors.json'
import type entityDashboard from './en/entityDashboard.json'
import type entityTypes from './en/entityTypes.json'
import type entityViews from './en/entityViews.json'
import type events from './en/events.json'
import type explore from './en/explore.json'
import type help from './en/help.json'
import type home from './en/home.json'
import type inputs from './en/inputs.json'
import type jsonFiles from './en/jsonFiles.json'
import type keyDescriptions from './en/keyDescriptions.json'
import type limits from './en/limits.json'
import type login from './en/login.json'
import type oauth2 from './en/oauth2.json'
import type otaUpdates from './en/otaUpdates.json'
import type profile from './en/profile.json'
import type relations from './en/relations.json'
import type resources from './en/resources.json'
import type rpcCalls from './en/rpcCalls.json'
import type ruleChains from './en/ruleChains.json'
import type savedViews from './en/savedViews.json'
import type schemaForm from './en/schemaForm.json'
import type settings from './en/settings.json'
import type shell from './en/shell.json'
import type tableExport from './en/tableExport.json'
import type telemetry from './en/telemetry.json'
import type tenantProfiles from './en/tenantProfiles.json'
import type tenants from './en/tenants.json'
import type trash from './en/trash.json'
import type ui from './en/ui.json'
import type usage from './en/usage.json'
import type users from './en/users.json'
import type userWidgets from './en/userWidgets.json'
import type widgetActions from './en/widgetActions.json'
import type widgetData from './en/widgetData.json'
import type widgetLibrary from './en/widgetLibrary.json'
import type widgetSettings from './en/widgetSettings.json'
import type widgets from './en/widgets.json'
import type widgetsBundles from './en/widgetsBundles.json'

interface Rooms {
  alarms: typeof alarms
  assets: typeof assets
  assignment: typeof assignment
  auditLogs: typeof auditLogs
  bulkEdit: typeof bulkEdit
  bulkImport: typeof bulkImport
  contact: typeof contact
  controls: typeof controls
  customers: typeof customers
  dashboardEditor: typeof dashboardEditor
  dashboardEntries: typeof dashboardEntries
  dashboards: typeof dashboards
  dashboardSetup: typeof dashboardSetup
  dashboardSharing: typeof dashboardSharing
  dashboardVersions: typeof dashboardVersions
  deadLetters: typeof deadLetters
  deviceProfiles: typeof deviceProfiles
  devices: typeof devices
  edges: typeof edges
  editors: typeof editors
  entityDashboard: typeof entityDashboard
  entityTypes: typeof entityTypes
  entityViews: typeof entityViews
  events: typeof events
  explore: typeof explore
  help: typeof help
  home: typeof home
  inputs: typeof inputs
  jsonFiles: typeof jsonFiles
  keyDescriptions: typeof keyDescriptions
  limits: typeof limits
  login: typeof login
  oauth2: typeof oauth2
  otaUpdates: typeof otaUpdates
  profile: typeof profile
  relations: typeof relations
  resources: typeof resources
  rpcCalls: typeof rpcCalls
  ruleChains: typeof ruleChains
  schemaForm: typeof schemaForm
  settings: typeof settings
  shell: typeof shell
  savedViews: typeof savedViews
  tableExport: typeof tableExport
  telemetry: typeof telemetry
  tenantProfiles: typeof tenantProfiles
  tenants: typeof tenants
  trash: typeof trash
  ui: typeof ui
  usage: typeof usage
  users: typeof users
  userWidgets: typeof userWidgets
  widgetLibrary: typeof widgetLibrary
  widgetSettings: typeof widgetSettings
  widgetActions: typeof widgetActions
  widgetData: typeof widgetData
  widgets: typeof widgets
  widgetsBundles: typeof widgetsBundles
}

export type MessageKey = {
  [R in keyof Rooms & string]: `${R}.${Extract<keyof Rooms[R], string>}`
}[keyof Rooms & string]

/** Namespaces that contain the given text: `RoomsWith<'title'>`. */
export type RoomsWith<Name extends string> = {
  [R in keyof Rooms & string]: Name extends keyof Rooms[R] ? R : never
}[keyof Rooms & string]

/** Message as source text, or parsed. */
export type Message = string | ReturnType<IntlMessageFormat['getAst']>

/** Messages by namespace and name: as source text, or parsed at build time. */
export type Messages = Readonly<Record<string, Readonly<Record<string, Message>>>>

/** Languages with texts, and their messages loaded at startup. */
export const catalogues: Readonly<Record<string, () => Promise<{ default: Messages }>>> = {
  en: () => import('./en/first.ts'),
}

/** Whether the language of a locale such as `de-AT` has its own texts. */
export const textsExist = (intl: string, exist: readonly string[] = Object.keys(catalogues)): boolean =>
  exist.some((one) => languageIn(one) === languageIn(intl))

const languageIn = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/** Language of the texts for a locale such as `de-AT`: the same tag, its language without region, else English. */
export function textLanguage(intl: string, exist: readonly string[] = Object.keys(catalogues)): string {
  const tag = intl.toLowerCase()
  return exist.find((one) => one.toLowerCase() === tag) ?? exist.find((one) => one === tag.split('-')[0]) ?? 'en'
}
