/** Search of the command palette: entities of all types for which the role has pages. */

import { createAssignableCalls } from '@sonde/client/assignables/assignable-calls'
import type { CallOptions } from '@sonde/client/rest/rest'
import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import { createTenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import type { DeviceInfo } from '@sonde/model/devices/device'
import { entityKinds, kindOf, typesWith } from '@sonde/model/entities/entity-kinds'
import type { PageLink } from '@sonde/model/paging'
import type { LucideIcon } from 'lucide-react'
import { iconOf } from '../entities/entity-kind.tsx'
import type { MessageKey } from '../locale/messages.ts'
import { entityPages } from '../places/entity-pages.ts'
import type { SignedIn } from '../session/account.ts'
import type { Client } from '../session/page-client.ts'

export interface PaletteHit {
  readonly id: string
  readonly name: string
  /** Only for devices. */
  readonly device?: Pick<DeviceInfo, 'active' | 'deviceProfileName'>
}

export interface PaletteKind {
  readonly label: MessageKey
  readonly icon: LucideIcon
  /** Path of the list page; the pages of entities are below it. */
  readonly path: string
  /** Opens in the drawer of its list; otherwise as its own page. */
  readonly opensBeside: boolean
  readonly find: (
    link: PageLink,
    customerId: string | undefined,
    options: CallOptions,
  ) => Promise<readonly PaletteHit[]>
}

export interface PaletteGroup {
  readonly kind: PaletteKind
  readonly hits: readonly PaletteHit[]
}

/** Device that actions on a device are for. */
export const firstDevice = (groups: readonly PaletteGroup[] | undefined): PaletteHit | undefined =>
  groups?.flatMap(({ hits }) => hits).find(({ device }) => device !== undefined)

interface Named {
  readonly id: { readonly id: string }
  readonly name?: string
  readonly title?: string
}
interface NamedShapes {
  readonly entity: Named
  readonly info: Named
  readonly input: never
  readonly search: never
}
const hitsOf = ({ data }: { readonly data: readonly Named[] }): PaletteHit[] =>
  data.map(({ id, name, title }) => ({ id: id.id, name: name ?? title ?? '' }))

const assignables = typesWith({ customers: 'one' }).filter((type) => type !== 'DEVICE')

/** In display order. */
const searched = [
  'DEVICE',
  'DASHBOARD',
  ...assignables,
  'CUSTOMER',
  'DEVICE_PROFILE',
  'RULE_CHAIN',
  'TENANT',
  'TENANT_PROFILE',
] as const

type SearchedType = (typeof searched)[number]

/** Types that the role can open, in display order. */
export const paletteKinds = (client: Client, { auth, hasEdges }: SignedIn): readonly PaletteKind[] =>
  searched
    .filter((type) => entityKinds[type].openedBy?.some((role) => role === auth.authority))
    .filter((type) => hasEdges || type !== 'EDGE')
    .map((type) => ({
      label: entityPages[type].title,
      icon: iconOf(type),
      path: kindOf(type).page,
      opensBeside: type !== 'DASHBOARD',
      find: findOf(client, type),
    }))

function findOf(client: Client, type: SearchedType): PaletteKind['find'] {
  const { rest, devices, dashboards, customers, deviceProfiles } = client
  switch (type) {
    case 'DEVICE':
      return async (link, customerId, options) =>
        (await devices.list(link, { customerId }, options)).data.map((device) => ({
          id: device.id.id,
          name: device.name,
          device,
        }))
    case 'DASHBOARD':
      return async (link, customerId, options) => hitsOf(await dashboards.list(link, { customerId }, options))
    case 'CUSTOMER':
      return async (link, _, options) => hitsOf(await customers.list(link, options))
    case 'DEVICE_PROFILE':
      return async (link, _, options) => hitsOf(await deviceProfiles.infos(link, {}, options))
    case 'RULE_CHAIN':
      return async (link, _, options) => hitsOf(await createRuleChainCalls(rest).list(link, { type: 'CORE' }, options))
    case 'TENANT':
      return async (link, _, options) => hitsOf(await createTenantCalls(rest).list(link, options))
    case 'TENANT_PROFILE':
      return async (link, _, options) => hitsOf(await createTenantProfileCalls(rest).list(link, options))
    default:
      return async (link, customerId, options) =>
        hitsOf(await createAssignableCalls<NamedShapes>(rest, kindOf(type).path).list(link, { customerId }, options))
  }
}

/** Searches all types. A type whose search fails has no hits. Throws the first error if all searches fail. */
export async function searchPalette(
  kinds: readonly PaletteKind[],
  link: PageLink,
  customerId: string | undefined,
  options: CallOptions,
): Promise<readonly PaletteGroup[]> {
  const answers = await Promise.allSettled(kinds.map((kind) => kind.find(link, customerId, options)))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason
  return answers.flatMap((answer, at) => {
    const kind = kinds[at]
    return kind && answer.status === 'fulfilled' ? { kind, hits: answer.value } : []
  })
}
