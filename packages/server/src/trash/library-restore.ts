/** Restores resources and widgets from the trash. */

import { badRequest } from '@sonde/model/errors'
import { freeAlias } from '../widgets/widget-alias.ts'
import { conflictOf, type RestoreRequest } from './restore-resolver.ts'
import type { TrashedEntity, TrashStore } from './trash-store.ts'

/** The key identifies a resource: for models it is the object, for other files the file name. */
export async function resource(
  store: TrashStore,
  { snapshot, tenant_id, name }: TrashedEntity,
  { name: title }: RestoreRequest,
) {
  const rows = []
  for (const row of snapshot.resource ?? []) {
    const isTaken = await store.hasResource(tenant_id, row.resource_type, row.resource_key)
    if (isTaken && row.resource_type === 'LWM2M_MODEL') {
      throw badRequest(`The model ${row.resource_key} exists again. Delete that one first.`)
    }
    if (isTaken && title === name) {
      throw conflictOf('NAME', `Another resource has the file name ${row.resource_key}. Enter another one.`)
    }
    rows.push({ ...row, title, ...(isTaken && { resource_key: title, file_name: title }) })
  }
  const changed: Record<string, unknown> = { title }
  for (const row of rows) {
    changed.resourceKey = row.resource_key
    changed.fileName = row.file_name
  }
  return { snapshot: { ...snapshot, resource: rows }, changed }
}

/** Dashboards refer to widgets by the alias of the bundle: a bundle that uses the alias by now keeps it. */
export async function widgetsBundle(
  store: TrashStore,
  { snapshot, tenant_id, name }: TrashedEntity,
  { name: title }: RestoreRequest,
) {
  const taken = await store.aliases(tenant_id)
  const rows = (snapshot.widgets_bundle ?? []).map((row) => {
    if (taken.has(row.alias) && title === name) {
      throw conflictOf('NAME', `Another bundle has the alias ${row.alias}. Enter another name.`)
    }
    return { ...row, title, alias: taken.has(row.alias) ? freeAlias(null, title, taken) : row.alias }
  })
  const changed: Record<string, unknown> = { title }
  for (const { alias } of rows) changed.alias = alias
  return { snapshot: { ...snapshot, widgets_bundle: rows }, changed }
}

export async function widgetType(
  store: TrashStore,
  { snapshot, tenant_id, name: was }: TrashedEntity,
  { name, whole }: RestoreRequest,
) {
  const [bundle] = whole?.snapshot.widgets_bundle ?? []
  const rows = []
  for (const row of snapshot.widget_type ?? []) {
    const bundle_alias = bundle?.alias ?? row.bundle_alias
    if (!bundle && !(await store.aliases(tenant_id)).has(bundle_alias)) {
      throw badRequest(`The widget bundle ${bundle_alias} of the widget doesn’t exist. Restore it first.`)
    }
    const taken = bundle ? new Set<string>() : await store.aliases(tenant_id, bundle_alias)
    if (taken.has(row.alias) && name === was) {
      throw conflictOf('NAME', `Another widget has the alias ${row.alias}. Enter another name.`)
    }
    rows.push({ ...row, name, bundle_alias, alias: taken.has(row.alias) ? freeAlias(null, name, taken) : row.alias })
  }
  const changed: Record<string, unknown> = { name }
  for (const { alias, bundle_alias } of rows) Object.assign(changed, { alias, bundleAlias: bundle_alias })
  return {
    snapshot: { ...snapshot, widget_type: rows },
    changed,
    before: bundle ? [] : rows.map((row) => store.holdBundle(tenant_id, row.bundle_alias)),
  }
}
