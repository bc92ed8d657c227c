/**
 * Adds the system's widget bundles to the store at the first start, and updates them after an upgrade.
 *
 * A digest of each stored item is recorded. An upgrade only changes items that still match their digest, keeps those
 * that the system administrator changed, and doesn't restore deleted ones.
 */

import { createHash } from 'node:crypto'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { WidgetTypeDetails } from '@sonde/model/widgets/widget-type'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import type { AdminSettingsService } from '../admin-settings/admin-settings-service.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { Statement } from '../storage/relational.ts'
import type { EntityChange } from '../storage/storage.ts'
import { descriptorOf, type ShippedBundle, systemBundles } from './system/system-bundles.ts'
import { widgetImage } from './system/widget-image.ts'
import type { WidgetStore } from './widget-store.ts'

/** Key of the digests in the system settings. */
const settingsKey = 'systemWidgets'

export interface SystemWidgetDeps {
  readonly store: WidgetStore
  readonly settings: Pick<AdminSettingsService, 'read' | 'write'>
  readonly commit: Commit
  readonly clock: Clock
  /** Default: the bundles of this version. */
  readonly shipped?: readonly ShippedBundle[]
}

type Widget = WidgetsBundle | WidgetTypeDetails

/** Digest of the content, without ids and times. */
function digestOf(widget: Widget): string {
  const { image, description } = widget
  const content = 'descriptor' in widget ? [widget.name, widget.descriptor] : [widget.title]
  return createHash('sha256')
    .update(JSON.stringify([image, description, ...content]))
    .digest('base64url')
    .slice(0, 22)
}

/** Digests of the stored items, by `bundle` and `bundle.type`. */
type Notes = Readonly<Record<string, string>>

/** Does nothing if the store is already up to date. */
export async function ensureSystemWidgets(deps: SystemWidgetDeps): Promise<void> {
  const { store, settings, commit, clock, shipped = await systemBundles() } = deps
  const before = ((await settings.read(settingsKey)) ?? {}) as Notes
  const notes: Record<string, string> = { ...before }
  const statements: Statement[] = []
  const changes: EntityChange[] = []
  const nowMs = clock.nowMs()

  /** Writes an item that is new, or that changed while the stored one is unmodified. */
  function put<T extends Widget>(
    key: string,
    widget: T,
    stored: T | undefined,
    write: (widget: T, isNew: boolean) => Statement,
  ) {
    const digest = digestOf(widget)
    const known = before[key]
    notes[key] = digest
    if (known === digest || (stored && known !== digestOf(stored)) || (!stored && known !== undefined)) return
    const next = stored ? { ...widget, id: stored.id, createdTime: stored.createdTime } : widget
    statements.push(write(next, stored === undefined))
    changes.push({ kind: stored ? 'updated' : 'created', entity: next.id, tenantId: NIL_UUID, customerId: NIL_UUID })
  }

  for (const bundle of shipped) {
    const own = bundleOf(bundle, nowMs)
    const storedBundle = await store.findBundleByAlias(NIL_UUID, bundle.alias)
    put(bundle.alias, own, storedBundle, (one, isNew) => (isNew ? store.insertBundle(one) : store.updateBundle(one)))
    // A deleted bundle isn't restored, and neither are its types.
    if (!storedBundle && before[bundle.alias] !== undefined) continue
    const storedTypes = new Map((await store.types(NIL_UUID, bundle.alias)).map((type) => [type.alias, type]))
    for (const type of typesOf(bundle, nowMs)) {
      const key = `${bundle.alias}.${type.alias}`
      put(key, type, storedTypes.get(type.alias), (one, isNew) =>
        isNew ? store.insertType(one) : store.updateType(one),
      )
    }
  }
  if (statements.length > 0) await commit({ statements, changes })
  if (JSON.stringify(notes) !== JSON.stringify(before)) await settings.write(settingsKey, notes)
}

const bundleOf = ({ alias, title, description, cover, types }: ShippedBundle, nowMs: number): WidgetsBundle => ({
  id: entityId('WIDGETS_BUNDLE', newId(nowMs)),
  createdTime: nowMs,
  tenantId: entityId('TENANT', NIL_UUID),
  alias,
  title,
  image: widgetImage(types.find((type) => type.alias === cover)?.picture ?? ''),
  description,
})

const typesOf = (bundle: ShippedBundle, nowMs: number): WidgetTypeDetails[] =>
  bundle.types.map((type, i) => ({
    id: entityId('WIDGET_TYPE', newId(nowMs)),
    // Lists are sorted by time, so times follow the order in the bundle.
    createdTime: nowMs - bundle.types.length + i,
    tenantId: entityId('TENANT', NIL_UUID),
    bundleAlias: bundle.alias,
    alias: type.alias,
    name: type.name,
    image: widgetImage(type.picture),
    description: type.description,
    descriptor: descriptorOf(type),
  }))
