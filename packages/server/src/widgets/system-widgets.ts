/**
 * Puts the system's bundles into the store, at the first start and after an upgrade.
 *
 * What was put there is noted by a digest of its content, so that an upgrade changes what is still as it was, leaves alone
 * what the system administrator changed, and does not bring back what was deleted.
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

/** Where the notes are kept, among the settings of the platform. */
const settingsKey = 'systemWidgets'

export interface SystemWidgetDeps {
  readonly store: WidgetStore
  readonly settings: Pick<AdminSettingsService, 'read' | 'write'>
  readonly commit: Commit
  readonly clock: Clock
  /** Those of this version where absent. */
  readonly shipped?: readonly ShippedBundle[]
}

type Widget = WidgetsBundle | WidgetTypeDetails

/** Of what the version says; not of ids and times. */
function digestOf(widget: Widget): string {
  const { image, description } = widget
  const content = 'descriptor' in widget ? [widget.name, widget.descriptor] : [widget.title]
  return createHash('sha256')
    .update(JSON.stringify([image, description, ...content]))
    .digest('base64url')
    .slice(0, 22)
}

/** Digests of what was put into the store, by `bundle` and `bundle.type`. */
type Notes = Readonly<Record<string, string>>

/** Does nothing when the store has been through this version already. */
export async function ensureSystemWidgets(deps: SystemWidgetDeps): Promise<void> {
  const { store, settings, commit, clock, shipped = await systemBundles() } = deps
  const before = ((await settings.read(settingsKey)) ?? {}) as Notes
  const notes: Record<string, string> = { ...before }
  const statements: Statement[] = []
  const changes: EntityChange[] = []
  const nowMs = clock.nowMs()

  /** Writes what the version adds, or changed where the stored one is as the last version left it. */
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
    // A bundle that was deleted stays away with its types.
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
    // Lists are in the order of time: that of the bundle.
    createdTime: nowMs - bundle.types.length + i,
    tenantId: entityId('TENANT', NIL_UUID),
    bundleAlias: bundle.alias,
    alias: type.alias,
    name: type.name,
    image: widgetImage(type.picture),
    description: type.description,
    descriptor: descriptorOf(type),
  }))
