/** Items of the side menu per role. */

import { kindOf } from '@sonde/model/entities/entity-kinds'
import {
  BellRing,
  ChartLine,
  Gauge,
  GitBranch,
  House,
  KeyRound,
  type LucideIcon,
  Mail,
  MailX,
  MessageSquare,
  MonitorCog,
  PackageOpen,
  Ruler,
  ScrollText,
  Settings,
  Shapes,
  ShieldCheck,
  Trash2,
  UserRound,
} from 'lucide-react'
import { iconOf } from '../entities/entity-kind.tsx'
import type { MessageKey } from '../locale/messages.ts'
import { entityPages, type ListedType, listedTypes } from '../places/entity-pages.ts'
import type { ListPath } from '../places/list-paths.ts'
import type { SignedIn } from '../session/account.ts'

type SettingsPath =
  `/settings/${'general' | 'outgoing-mail' | 'sms-provider' | 'security-settings' | 'oauth2' | 'home' | 'keys' | 'device-acceptance'}`

export interface NavItem {
  readonly to:
    | '/home'
    | '/profile'
    | '/alarms'
    | '/explore'
    | '/dashboards'
    | '/auditLogs'
    | '/trash'
    | '/usage'
    | '/deadLetters'
    | SettingsPath
    | ListPath
  readonly label: MessageKey
  readonly icon: LucideIcon
  /** Opens the page when pressed after `G`. */
  readonly key: string
  readonly authorities: readonly SignedIn['auth']['authority'][]
  /** Shown only if the server supports edges. */
  readonly needsEdges?: true
}

export interface MenuGroup {
  readonly label: MessageKey | null
  readonly places: readonly NavItem[]
}

const everybody = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tenantOnly = ['TENANT_ADMIN'] as const
const systemOnly = ['SYS_ADMIN'] as const

/** Menu item of an entity type's list page. */
function placeOf(type: ListedType): NavItem {
  const { page, openedBy } = kindOf(type)
  const { title, key } = entityPages[type]
  const place = { to: page, label: title, icon: iconOf(type), key, authorities: openedBy }
  return type === 'EDGE' ? { ...place, needsEdges: true } : place
}

/** Group that consists only of list pages. */
const groupOf = (label: MessageKey): MenuGroup => ({
  label,
  places: listedTypes.filter((type) => entityPages[type].group === label).map(placeOf),
})

const groups: readonly MenuGroup[] = [
  {
    label: null,
    places: [
      { to: '/home', label: 'shell.home', icon: House, key: 'h', authorities: everybody },
      placeOf('DASHBOARD'),
      {
        to: '/alarms',
        label: 'alarms.title',
        icon: BellRing,
        key: 'n',
        authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
      },
      {
        to: '/explore',
        label: 'explore.title',
        icon: ChartLine,
        key: 'i',
        authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
      },
    ],
  },
  groupOf('shell.entities'),
  groupOf('shell.tenancy'),
  groupOf('shell.profilesAndUpdates'),
  {
    label: 'shell.processing',
    places: [
      placeOf('RULE_CHAIN'),
      placeOf('EDGE'),
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
      placeOf('TB_RESOURCE'),
      { to: '/settings/home', label: 'settings.home', icon: MonitorCog, key: 's', authorities: tenantOnly },
      { to: '/settings/keys', label: 'settings.keyDescriptions', icon: Ruler, key: 'y', authorities: tenantOnly },
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

/** Menu of users who can only open dashboards: their start dashboard, and the profile unless they're visitors. */
export const menuOfHeld = (dashboardId: string | null, isVisitor: boolean): readonly MenuGroup[] => [
  {
    label: null,
    places: [
      // The router accepts paths with their parameters filled in, its types don't.
      ...(dashboardId === null
        ? []
        : [
            {
              ...placeOf('DASHBOARD'),
              to: `/dashboard/${dashboardId}` as '/dashboards',
              label: 'shell.dashboard',
            } as const,
          ]),
      ...(isVisitor
        ? []
        : [{ to: '/profile', label: 'profile.title', icon: UserRound, key: 'p', authorities: everybody } as const]),
    ],
  },
]

/** `hasEdges`: whether the server supports edges. Components use `useMenu()`. */
export function menuOf(authority: SignedIn['auth']['authority'], hasEdges = true): readonly MenuGroup[] {
  return groups
    .map((group) => ({
      ...group,
      places: group.places.filter((place) => place.authorities.includes(authority) && (hasEdges || !place.needsEdges)),
    }))
    .filter((group) => group.places.length > 0)
}
