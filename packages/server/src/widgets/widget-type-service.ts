/**
 * Widget types, from which the widgets of dashboards are created.
 *
 * Invariant: a type never changes its bundle and alias, because dashboards refer to widgets by both. The scripts of a
 * type are stored as text and never run on the server.
 */

import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { WidgetType, WidgetTypeDetails, WidgetTypeInfo, WidgetTypeInput } from '@sonde/model/widgets/widget-type'
import type { Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import { newId } from '../ids.ts'
import { freeAlias } from './widget-alias.ts'
import { publishWidgetChanges, written } from './widget-changes.ts'
import { withoutAbout } from './widget-store.ts'
import type { WidgetDeps } from './widgets-bundle-service.ts'

/** Reference to a bundle in dashboards. */
export interface BundleName {
  /** True: a system bundle. False: a bundle of the tenant. */
  readonly isSystem: boolean
  readonly bundleAlias: string
}

export type WidgetTypeService = ReturnType<typeof createWidgetTypeService>

export function createWidgetTypeService({ store, access, commit, clock }: WidgetDeps) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<WidgetTypeDetails> {
    const { tenantId } = await access.requireEntity(scope, operation, entityId('WIDGET_TYPE', id))
    const type = await store.findType(tenantId, id)
    if (!type) throw notFound('WIDGET_TYPE', id)
    return type
  }

  const ownerOf = (scope: Scope, { isSystem }: BundleName): string => (isSystem ? NIL_UUID : scope.tenantId)

  const get = (scope: Scope, id: string): Promise<WidgetTypeDetails> => getFor(scope, 'READ', id)

  /** Type by its reference in a dashboard. */
  async function getByAlias(scope: Scope, bundle: BundleName, alias: string): Promise<WidgetType> {
    const type = await store.findTypeByAlias(ownerOf(scope, bundle), bundle.bundleAlias, alias)
    if (!type) throw notFound('WIDGET_TYPE', `${bundle.bundleAlias}.${alias}`)
    access.require(scope, 'READ', { id: type.id, tenantId: type.tenantId.id, customerId: NIL_UUID })
    return withoutAbout(type)
  }

  /** Types of a bundle, oldest first. Empty if the bundle doesn't exist. */
  const listDetails = (scope: Scope, bundle: BundleName): Promise<WidgetTypeDetails[]> =>
    store.types(ownerOf(scope, bundle), bundle.bundleAlias)

  const list = async (scope: Scope, bundle: BundleName): Promise<WidgetType[]> =>
    (await listDetails(scope, bundle)).map(withoutAbout)

  const listInfos = (scope: Scope, bundle: BundleName): Promise<WidgetTypeInfo[]> =>
    store.typeInfos(ownerOf(scope, bundle), bundle.bundleAlias)

  /** Creates a type, or updates it if the input has an id. An alias that is taken gets a number. */
  async function save(scope: Scope, input: WidgetTypeInput): Promise<WidgetTypeDetails> {
    const name = input.name.trim()
    const { bundleAlias, description, descriptor } = input
    checkEntityTexts(
      'widget type',
      { name, 'bundle alias': bundleAlias },
      { alias: input.alias, description: input.description },
    )
    const before = input.id ? await getFor(scope, 'WRITE', input.id.id.toLowerCase()) : undefined
    if (!before) {
      const none = { id: entityId('WIDGET_TYPE', NIL_UUID), tenantId: scope.tenantId, customerId: NIL_UUID }
      access.require(scope, 'CREATE', none)
    } else {
      requireSame('bundle', before.bundleAlias, bundleAlias)
      requireSame('alias', before.alias, input.alias || before.alias)
    }
    const owner = before?.tenantId.id ?? scope.tenantId
    if (!(await store.findBundleByAlias(owner, bundleAlias))) {
      throw badRequest(`The widget bundle ${bundleAlias} doesn’t exist. Create it first.`)
    }
    const nowMs = clock.nowMs()
    const write = async (alias: string): Promise<WidgetTypeDetails> => {
      const type: WidgetTypeDetails = {
        id: before?.id ?? entityId('WIDGET_TYPE', newId(nowMs)),
        createdTime: before?.createdTime ?? nowMs,
        tenantId: entityId('TENANT', owner),
        bundleAlias,
        alias,
        name,
        image: input.image ?? null,
        description: description ?? null,
        descriptor,
      }
      await commit({
        statements: [store.requireBundle(owner, bundleAlias), before ? store.updateType(type) : store.insertType(type)],
        ...publishWidgetChanges(scope, before ? 'updated' : 'created', [type], nowMs),
      })
      return type
    }
    return written(['WIDGET_TYPE', before?.id.id ?? `of ${bundleAlias}`], async () =>
      write(before?.alias ?? freeAlias(input.alias, name, await aliasesIn(owner, bundleAlias))),
    )
  }

  async function aliasesIn(owner: string, bundleAlias: string): Promise<ReadonlySet<string>> {
    return new Set((await store.typeInfos(owner, bundleAlias)).map(({ alias }) => alias))
  }

  /** Always allowed: dashboards that use the type show that it is missing. */
  async function remove(scope: Scope, id: string): Promise<void> {
    const type = await getFor(scope, 'DELETE', id)
    await written(['WIDGET_TYPE', id], () =>
      commit({
        statements: [store.removeType(type)],
        ...publishWidgetChanges(scope, 'deleted', [type], clock.nowMs()),
      }),
    )
  }

  return { get, getByAlias, list, listDetails, listInfos, save, remove }
}

function requireSame(what: string, stored: string, given: string): void {
  if (stored !== given)
    throw badRequest(`The ${what} ${stored} of a widget type can’t change, because dashboards use it.`)
}
