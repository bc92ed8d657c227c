/** Commands of the palette that open a dialog of a list page, per role. */

import { FileUp, type LucideIcon } from 'lucide-react'
import { iconOf } from '../entities/entity-kind.tsx'
import type { MessageKey } from '../locale/messages.ts'

import type { SignedIn } from '../session/account.ts'
import type { NavItem } from './nav-items.ts'

export interface ListCommand {
  readonly label: MessageKey
  readonly icon: LucideIcon
  readonly to: NavItem['to']
  readonly search: { readonly add: 'true' } | { readonly import: 'true' }
}

const adds = { add: 'true' } as const
const imports = { import: 'true' } as const

const ofTenants: readonly ListCommand[] = [
  { label: 'shell.addDevice', icon: iconOf('DEVICE'), to: '/devices', search: adds },
  { label: 'assets.add', icon: iconOf('ASSET'), to: '/assets', search: adds },
  { label: 'customers.add', icon: iconOf('CUSTOMER'), to: '/customers', search: adds },
  { label: 'dashboards.add', icon: iconOf('DASHBOARD'), to: '/dashboards', search: adds },
  { label: 'deviceProfiles.add', icon: iconOf('DEVICE_PROFILE'), to: '/deviceProfiles', search: adds },
  { label: 'shell.importDevices', icon: FileUp, to: '/devices', search: imports },
  { label: 'dashboards.import', icon: FileUp, to: '/dashboards', search: imports },
]

const ofAdministrators: readonly ListCommand[] = [
  { label: 'tenants.add', icon: iconOf('TENANT'), to: '/tenants', search: adds },
]

export function listCommands(authority: SignedIn['auth']['authority']): readonly ListCommand[] {
  if (authority === 'TENANT_ADMIN') return ofTenants
  return authority === 'SYS_ADMIN' ? ofAdministrators : []
}
