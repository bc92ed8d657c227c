/**
 * Widget bundles: those of the system, which all users can read and the system administrator edits, and those of each
 * tenant.
 *
 * Invariant: a bundle's alias is unique in its tenant and never changes, because dashboards refer to widgets by it.
 */

import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { WidgetsBundle, WidgetsBundleInput } from '@sonde/model/widgets/widgets-bundle'
import type { Access, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { RowsMismatch } from '../storage/storage.ts'
import { freeAlias } from './widget-alias.ts'
import { publishWidgetChanges, written } from './widget-changes.ts'
import type { WidgetStore } from './widget-store.ts'

export interface WidgetDeps {
  readonly store: WidgetStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
}

export type WidgetsBundleService = ReturnType<typeof createWidgetsBundleService>

export function createWidgetsBundleService({ store, access, commit, clock }: WidgetDeps) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<WidgetsBundle> {
    const { tenantId } = await access.requireEntity(scope, operation, entityId('WIDGETS_BUNDLE', id))
    const bundle = await store.findBundle(tenantId, id)
    if (!bundle) throw notFound('WIDGETS_BUNDLE', id)
    return bundle
  }

  const get = (scope: Scope, id: string): Promise<WidgetsBundle> => getFor(scope, 'READ', id)

  /** Bundles of the system and of the tenant. */
  const page = (scope: Scope, link: PageLink): Promise<PageData<WidgetsBundle>> =>
    store.pageOfBundles(scope.tenantId, link)

  /** All bundles, sorted by title. */
  const list = (scope: Scope): Promise<WidgetsBundle[]> => store.bundles(scope.tenantId)

  /** Creates a bundle, or updates it if the input has an id. An alias that is taken gets a number. */
  async function save(scope: Scope, input: WidgetsBundleInput): Promise<WidgetsBundle> {
    const title = input.title.trim()
    checkEntityTexts('widget bundle', { title }, { alias: input.alias, description: input.description })
    const before = input.id ? await getFor(scope, 'WRITE', input.id.id.toLowerCase()) : undefined
    if (!before) {
      const none = { id: entityId('WIDGETS_BUNDLE', NIL_UUID), tenantId: scope.tenantId, customerId: NIL_UUID }
      access.require(scope, 'CREATE', none)
    } else if (input.alias && input.alias !== before.alias) {
      throw badRequest(`The alias ${before.alias} of a bundle can’t change, because dashboards use it.`)
    }
    const nowMs = clock.nowMs()
    const write = async (alias: string): Promise<WidgetsBundle> => {
      const bundle: WidgetsBundle = {
        id: before?.id ?? entityId('WIDGETS_BUNDLE', newId(nowMs)),
        createdTime: before?.createdTime ?? nowMs,
        tenantId: before?.tenantId ?? entityId('TENANT', scope.tenantId),
        alias,
        title,
        image: input.image ?? null,
        description: input.description ?? null,
      }
      await commit({
        statements: [before ? store.updateBundle(bundle) : store.insertBundle(bundle)],
        ...publishWidgetChanges(scope, before ? 'updated' : 'created', [bundle], nowMs),
      })
      return bundle
    }
    return written(['WIDGETS_BUNDLE', before?.id.id ?? ''], async () =>
      write(before?.alias ?? freeAlias(input.alias, title, await store.bundleAliases(scope.tenantId))),
    )
  }

  /** Deletes a bundle and its types. */
  async function remove(scope: Scope, id: string): Promise<void> {
    const bundle = await getFor(scope, 'DELETE', id)
    const types = await store.types(bundle.tenantId.id, bundle.alias)
    const statement = store.removeBundle(
      bundle,
      types.map((type) => type.id.id),
    )
    try {
      await commit({
        statements: [statement],
        ...publishWidgetChanges(scope, 'deleted', [...types, bundle], clock.nowMs()),
      })
    } catch (error) {
      if (!(error instanceof RowsMismatch)) throw error
      if (!(await store.findBundle(bundle.tenantId.id, id))) throw notFound('WIDGETS_BUNDLE', id)
      throw badRequest('Someone else changed this widget bundle. Reload and try again.')
    }
  }

  return { get, page, list, save, remove }
}
