/**
 * Share links: each shows one dashboard without an account until it ends.
 *
 * A visitor with a link has the rights of one customer that the dashboard is assigned to, limited to reading this
 * dashboard and what it shows. `access` and `visitor-reads` hold that; this module creates, lists, checks and revokes.
 */

import { randomBytes } from 'node:crypto'
import {
  type NewShareLink,
  type ShareLink,
  type ShareLinkInput,
  type ShareLinks,
  shareLinkKeptMs,
  shareLinkMsMax,
  shareLinksMax,
  tenantShareLinksMax,
} from '@sonde/model/dashboards/share-link'
import { shareLinkIdOf } from '@sonde/model/dashboards/share-link-key'
import { badRequest, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { ShareLinkStore, StoredShareLink } from './share-link-store.ts'

/** Uses are noted at most this often, ms. */
const notedEveryMs = 60_000

export interface OpenShareLinksDeps {
  readonly store: Pick<ShareLinkStore, 'find' | 'noteUse'>
  readonly commit: Commit
  readonly clock: Clock
}

export type OpenShareLinks = ReturnType<typeof createOpenShareLinks>

/** Finds links that visitors may use now. */
export function createOpenShareLinks({ store, commit, clock }: OpenShareLinksDeps) {
  /** Undefined if the link has ended, was revoked, or the dashboard isn't assigned to its customer any more. */
  async function find(id: string): Promise<StoredShareLink | undefined> {
    const link = await store.find(id)
    return link && link.endTime > clock.nowMs() ? link : undefined
  }

  /** The link of a key. Doesn't tell a wrong key from one that has ended. */
  async function ofKey(key: string): Promise<StoredShareLink | undefined> {
    const id = shareLinkIdOf(key)
    const link = id === null ? undefined : await find(id)
    return link?.matches(key) ? link : undefined
  }

  async function noteUse({ id, lastUsedTime }: StoredShareLink): Promise<void> {
    const nowMs = clock.nowMs()
    if (nowMs - (lastUsedTime ?? 0) >= notedEveryMs) await commit({ statements: [store.noteUse(id, nowMs)] })
  }

  return { find, ofKey, noteUse }
}

export interface ShareLinkDeps {
  readonly store: ShareLinkStore
  readonly access: Pick<Access, 'requireEntity'>
  /** Whether other sites may show links of the dashboard in a frame. */
  readonly canEmbed: (dashboardId: string) => Promise<boolean>
  readonly commit: Commit
  readonly clock: Clock
}

export type ShareLinkService = ReturnType<typeof createShareLinkService>

/** Service for callers who may assign the dashboard to customers. */
export function createShareLinkService({ store, access, canEmbed, commit, clock }: ShareLinkDeps) {
  const requireDashboard = (scope: Scope, dashboardId: string) =>
    access.requireEntity(scope, 'ASSIGN_TO_CUSTOMER', entityId('DASHBOARD', dashboardId))

  async function list(scope: Scope, dashboardId: string): Promise<ShareLinks> {
    const { id } = await requireDashboard(scope, dashboardId)
    return { links: await store.list(id.id), canEmbed: await canEmbed(id.id) }
  }

  /** Throws 400 at a limit, and if the dashboard isn't assigned to the customer. */
  async function create(scope: Scope, dashboardId: string, input: ShareLinkInput): Promise<NewShareLink> {
    const dashboard = await requireDashboard(scope, dashboardId)
    const { tenantId } = dashboard
    const nowMs = clock.nowMs()
    const customerId = input.customerId.toLowerCase()
    if (!dashboard.customerIds?.includes(customerId)) {
      throw badRequest('customerId: the dashboard isn’t assigned to this customer. Assign it first.')
    }
    if (input.endTime <= nowMs || input.endTime > nowMs + shareLinkMsMax) {
      throw badRequest('endTime: choose a time in the future, at most 366 days from now.')
    }
    const kept = nowMs - shareLinkKeptMs
    const existing = (await store.list(dashboard.id.id)).filter(({ endTime }) => endTime >= kept)
    if (existing.length >= shareLinksMax) {
      throw badRequest(`This dashboard has ${shareLinksMax} links, which is the limit. Revoke one first.`)
    }
    if ((await store.countOfTenant(tenantId)) >= tenantShareLinksMax) {
      throw badRequest(`The dashboards have ${tenantShareLinksMax} links, which is the limit. Revoke some first.`)
    }
    const link: ShareLink = {
      id: newId(nowMs),
      name: input.name.trim(),
      customerId,
      createdTime: nowMs,
      creator: { id: scope.userId, name: nameOf(scope) },
      endTime: input.endTime,
      lastUsedTime: null,
    }
    const key = `${link.id}.${randomBytes(32).toString('base64url')}`
    await commit({
      statements: [store.removeEndedBefore(tenantId, kept), store.insert(tenantId, dashboard.id.id, link, key)],
      audit: [{ action: 'UPDATED', entity: dashboard.id, data: { shareLinkCreated: auditedOf(link) } }],
    })
    return { link, key }
  }

  /** Ends a link at once, with the open pages of its visitors. */
  async function revoke(scope: Scope, dashboardId: string, linkId: string): Promise<void> {
    const { id, tenantId } = await requireDashboard(scope, dashboardId)
    const link = (await store.list(id.id)).find((one) => one.id === linkId.toLowerCase())
    if (!link) throw notFound('Link', linkId)
    await commit({
      statements: [store.remove(id.id, link.id)],
      // Live connections check their token again.
      changes: [{ kind: 'updated', entity: id, tenantId, customerId: NIL_UUID, aspect: 'shareLink' }],
      audit: [{ action: 'UPDATED', entity: id, data: { shareLinkRevoked: auditedOf(link) } }],
    })
  }

  return { list, create, revoke }
}

const auditedOf = ({ id, name, customerId, endTime }: ShareLink) => ({ id, name, customerId, endTime })

const nameOf = ({ firstName, lastName, email }: Scope): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email
