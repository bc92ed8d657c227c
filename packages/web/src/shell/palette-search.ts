/** What the command palette finds on the platform: things of every kind that the role has pages for. */

import { createAssetCalls } from '@sonde/client/assets/asset-calls'
import { createEdgeCalls } from '@sonde/client/edges/edge-calls'
import { createEntityViewCalls } from '@sonde/client/entity-views/entity-view-calls'
import type { CallOptions } from '@sonde/client/rest/rest'
import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import { createTenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import type { DeviceInfo } from '@sonde/model/devices/device'
import type { PageLink } from '@sonde/model/paging'
import {
  Boxes,
  Building2,
  Cpu,
  Fingerprint,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Router,
  SlidersHorizontal,
  Users,
  Workflow,
} from 'lucide-react'
import type { MessageKey } from '../locale/messages.ts'
import type { SignedIn } from '../session/account.ts'
import type { Client } from '../session/page-client.ts'

export interface PaletteHit {
  readonly id: string
  readonly name: string
  /** Of devices. */
  readonly device?: Pick<DeviceInfo, 'active' | 'deviceProfileName'>
}

export interface PaletteKind {
  readonly label: MessageKey
  readonly icon: LucideIcon
  /** The list; each thing has a page below it. */
  readonly path: string
  /** Opens beside its list; else as its own page. */
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

interface Named {
  readonly id: { readonly id: string }
  readonly name?: string
  readonly title?: string
}
const hitsOf = ({ data }: { readonly data: readonly Named[] }): PaletteHit[] =>
  data.map(({ id, name, title }) => ({ id: id.id, name: name ?? title ?? '' }))

/** Of the role, in the order in which they are shown. */
export function paletteKinds(client: Client, account: SignedIn): readonly PaletteKind[] {
  const { rest, devices, dashboards, customers, deviceProfiles } = client
  if (account.auth.authority === 'SYS_ADMIN') {
    const tenants = createTenantCalls(rest)
    const profiles = createTenantProfileCalls(rest)
    return [
      {
        label: 'tenants.title',
        icon: Users,
        path: '/tenants',
        opensBeside: true,
        find: async (link, _, options) => hitsOf(await tenants.list(link, options)),
      },
      {
        label: 'tenantProfiles.title',
        icon: SlidersHorizontal,
        path: '/tenantProfiles',
        opensBeside: true,
        find: async (link, _, options) => hitsOf(await profiles.list(link, options)),
      },
    ]
  }
  const assets = createAssetCalls(rest)
  const views = createEntityViewCalls(rest)
  const edges = createEdgeCalls(rest)
  const chains = createRuleChainCalls(rest)
  const everybody: PaletteKind[] = [
    {
      label: 'shell.devices',
      icon: Cpu,
      path: '/devices',
      opensBeside: true,
      find: async (link, customerId, options) =>
        (await devices.list(link, { customerId }, options)).data.map((device) => ({
          id: device.id.id,
          name: device.name,
          device,
        })),
    },
    {
      label: 'shell.dashboards',
      icon: LayoutDashboard,
      path: '/dashboards',
      opensBeside: false,
      find: async (link, customerId, options) => hitsOf(await dashboards.list(link, { customerId }, options)),
    },
    {
      label: 'assets.title',
      icon: Boxes,
      path: '/assets',
      opensBeside: true,
      find: async (link, customerId, options) => hitsOf(await assets.list(link, { customerId }, options)),
    },
    {
      label: 'entityViews.title',
      icon: Layers,
      path: '/entityViews',
      opensBeside: true,
      find: async (link, customerId, options) => hitsOf(await views.list(link, { customerId }, options)),
    },
  ]
  if (account.hasEdges) {
    everybody.push({
      label: 'edges.title',
      icon: Router,
      path: '/edgeInstances',
      opensBeside: true,
      find: async (link, customerId, options) => hitsOf(await edges.list(link, { customerId }, options)),
    })
  }
  if (account.auth.authority !== 'TENANT_ADMIN') return everybody
  return [
    ...everybody,
    {
      label: 'customers.title',
      icon: Building2,
      path: '/customers',
      opensBeside: true,
      find: async (link, _, options) => hitsOf(await customers.list(link, options)),
    },
    {
      label: 'deviceProfiles.title',
      icon: Fingerprint,
      path: '/deviceProfiles',
      opensBeside: true,
      find: async (link, _, options) => hitsOf(await deviceProfiles.infos(link, {}, options)),
    },
    {
      label: 'ruleChains.title',
      icon: Workflow,
      path: '/ruleChains',
      opensBeside: true,
      find: async (link, _, options) => hitsOf(await chains.list(link, { type: 'CORE' }, options)),
    },
  ]
}

/** Hits of all kinds; a kind that fails has none. Throws the first failure when all failed. */
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
