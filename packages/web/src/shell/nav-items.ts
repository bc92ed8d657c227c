/** The places of the side menu per role: only what exists. */

import {
  Boxes,
  Building2,
  Cpu,
  Fingerprint,
  Folder,
  Gauge,
  GitBranch,
  House,
  KeyRound,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MailX,
  MessageSquare,
  MonitorCog,
  Package,
  PackageOpen,
  Router,
  ScrollText,
  Settings,
  Shapes,
  ShieldCheck,
  SlidersHorizontal,
  Trash2,
  Users,
  Workflow,
} from 'lucide-react'
import type { MessageKey } from '../locale/messages.ts'
import type { ListPath } from '../places/list-paths.ts'
import type { SignedIn } from '../session/account.ts'

type SettingsPath =
  `/settings/${'general' | 'outgoing-mail' | 'sms-provider' | 'security-settings' | 'oauth2' | 'home' | 'device-acceptance'}`

export interface NavItem {
  readonly to: '/home' | '/dashboards' | '/auditLogs' | '/trash' | '/usage' | '/deadLetters' | SettingsPath | ListPath
  readonly label: MessageKey
  readonly icon: LucideIcon
  /** After `G`. */
  readonly key: string
  readonly authorities: readonly SignedIn['auth']['authority'][]
  /** Only where the platform offers edges. */
  readonly needsEdges?: true
}

export interface MenuGroup {
  readonly label: MessageKey | null
  readonly places: readonly NavItem[]
}

const everybody = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tenantAndCustomer = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tenantOnly = ['TENANT_ADMIN'] as const
const systemOnly = ['SYS_ADMIN'] as const

const groups: readonly MenuGroup[] = [
  {
    label: null,
    places: [
      { to: '/home', label: 'shell.home', icon: House, key: 'h', authorities: everybody },
      { to: '/dashboards', label: 'shell.dashboards', icon: LayoutDashboard, key: 'b', authorities: tenantAndCustomer },
    ],
  },
  {
    label: 'shell.entities',
    places: [
      { to: '/devices', label: 'shell.devices', icon: Cpu, key: 'd', authorities: tenantAndCustomer },
      { to: '/assets', label: 'assets.title', icon: Boxes, key: 'a', authorities: tenantAndCustomer },
      { to: '/entityViews', label: 'entityViews.title', icon: Layers, key: 'v', authorities: tenantAndCustomer },
      { to: '/customers', label: 'customers.title', icon: Building2, key: 'c', authorities: tenantOnly },
    ],
  },
  {
    label: 'shell.tenancy',
    places: [
      { to: '/tenants', label: 'tenants.title', icon: Users, key: 't', authorities: systemOnly },
      {
        to: '/tenantProfiles',
        label: 'tenantProfiles.title',
        icon: SlidersHorizontal,
        key: 'p',
        authorities: systemOnly,
      },
    ],
  },
  {
    label: 'shell.profilesAndUpdates',
    places: [
      { to: '/deviceProfiles', label: 'deviceProfiles.title', icon: Fingerprint, key: 'p', authorities: tenantOnly },
      { to: '/otaUpdates', label: 'otaUpdates.title', icon: Package, key: 'o', authorities: tenantOnly },
    ],
  },
  {
    label: 'shell.processing',
    places: [
      { to: '/ruleChains', label: 'ruleChains.title', icon: Workflow, key: 'r', authorities: tenantOnly },
      {
        to: '/edgeInstances',
        label: 'edges.title',
        icon: Router,
        key: 'e',
        authorities: tenantAndCustomer,
        needsEdges: true,
      },
      {
        to: '/edgeManagement/ruleChains',
        label: 'ruleChains.templates',
        icon: GitBranch,
        key: 't',
        authorities: tenantOnly,
        needsEdges: true,
      },
      {
        to: '/deadLetters',
        label: 'deadLetters.title',
        icon: MailX,
        key: 'q',
        authorities: ['SYS_ADMIN', 'TENANT_ADMIN'],
      },
    ],
  },
  {
    label: 'shell.administration',
    places: [
      {
        to: '/widgets-bundles',
        label: 'widgetsBundles.title',
        icon: Shapes,
        key: 'w',
        authorities: ['SYS_ADMIN', 'TENANT_ADMIN'],
      },
      { to: '/usage', label: 'usage.title', icon: Gauge, key: 'u', authorities: tenantOnly },
      { to: '/auditLogs', label: 'auditLogs.title', icon: ScrollText, key: 'l', authorities: tenantOnly },
      {
        to: '/trash',
        label: 'trash.title',
        icon: Trash2,
        key: 'x',
        authorities: ['SYS_ADMIN', 'TENANT_ADMIN'],
      },
    ],
  },
  {
    label: 'settings.title',
    places: [
      { to: '/settings/general', label: 'settings.general', icon: Settings, key: 'g', authorities: systemOnly },
      { to: '/settings/outgoing-mail', label: 'settings.mail', icon: Mail, key: 'm', authorities: systemOnly },
      { to: '/settings/sms-provider', label: 'settings.sms', icon: MessageSquare, key: 's', authorities: systemOnly },
      {
        to: '/settings/security-settings',
        label: 'settings.security',
        icon: ShieldCheck,
        key: 'y',
        authorities: systemOnly,
      },
      { to: '/settings/oauth2', label: 'oauth2.title', icon: KeyRound, key: 'k', authorities: systemOnly },
      {
        to: '/settings/resources-library',
        label: 'resources.title',
        icon: Folder,
        key: 'f',
        authorities: ['SYS_ADMIN', 'TENANT_ADMIN'],
      },
      { to: '/settings/home', label: 'settings.home', icon: MonitorCog, key: 's', authorities: tenantOnly },
      {
        to: '/settings/device-acceptance',
        label: 'settings.deviceAcceptance',
        icon: PackageOpen,
        key: 'm',
        authorities: tenantOnly,
      },
    ],
  },
]

/** `hasEdges`: whether the platform offers edges. Components call `useMenu()`. */
export function menuOf(authority: SignedIn['auth']['authority'], hasEdges = true): readonly MenuGroup[] {
  return groups
    .map((group) => ({
      ...group,
      places: group.places.filter((place) => place.authorities.includes(authority) && (hasEdges || !place.needsEdges)),
    }))
    .filter((group) => group.places.length > 0)
}
