/** Details of a widgets bundle: what it is called, and how that is changed by those who may. */

import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { useQueryClient } from '@tanstack/react-query'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { ImageField, ImagePreview } from '../../ui/field/image-field.tsx'
import { textLengthMax } from '../../ui/field/text-faults.ts'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import { useWidgetsBundleCalls, widgetsBundleRoom } from './widgets-bundle-calls.ts'
import {
  draftOfWidgetsBundle,
  type WidgetsBundleDraft,
  type WidgetsBundleFaults,
  widgetsBundleFaults,
  wireWidgetsBundle,
} from './widgets-bundle-input.ts'

interface WidgetsBundleFormProps {
  readonly bundle: WidgetsBundle
  readonly isChangeable: boolean
}

export function WidgetsBundleForm({ bundle, isChangeable }: WidgetsBundleFormProps) {
  return isChangeable ? <EditableBundle bundle={bundle} /> : <ReadOnlyBundle bundle={bundle} />
}

function EditableBundle({ bundle }: { bundle: WidgetsBundle }) {
  const t = useText()
  const bundles = useWidgetsBundleCalls()
  const queries = useQueryClient()
  const form = useEntityForm({
    stored: draftOfWidgetsBundle(bundle),
    faultsOf: (draft: WidgetsBundleDraft) => widgetsBundleFaults(draft, t),
    reload: async () => draftOfWidgetsBundle(await bundles.get(bundle.id.id, { ignoreErrors: true })),
    async save(draft) {
      await bundles.save(wireWidgetsBundle(draft, bundle), { ignoreErrors: true })
      await refreshRoom(queries, widgetsBundleRoom)
    },
    saved: t('widgetsBundles.saved'),
  })
  return (
    <EntityForm form={form} facts={<BundleFacts bundle={bundle} />}>
      <WidgetsBundleFields fields={form} />
    </EntityForm>
  )
}

function ReadOnlyBundle({ bundle }: { bundle: WidgetsBundle }) {
  const t = useText()
  return (
    <div className="sd-tab-body">
      {bundle.image && <ImagePreview image={bundle.image} />}
      <p className="sd-text-2">{t('widgetsBundles.readOnly')}</p>
      <dl className="sd-facts">
        <dt>{t('widgetsBundles.name')}</dt>
        <dd>{bundle.title}</dd>
        <dt>{t('widgetsBundles.description')}</dt>
        <dd>{bundle.description || t('ui.none')}</dd>
      </dl>
      <BundleFacts bundle={bundle} />
    </div>
  )
}

function BundleFacts({ bundle }: { bundle: WidgetsBundle }) {
  const t = useText()
  return (
    <EntityFacts id={bundle.id.id} createdTime={bundle.createdTime}>
      <dt>{t('widgetsBundles.alias')}</dt>
      <dd className="sd-mono">{bundle.alias}</dd>
    </EntityFacts>
  )
}

interface WidgetsBundleFieldsProps {
  readonly fields: EntityFields<WidgetsBundleDraft, WidgetsBundleFaults>
}

export function WidgetsBundleFields({ fields: { draft, change, touch, faults } }: WidgetsBundleFieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('widgetsBundles.name')}
        value={draft.title}
        error={faults.title}
        onBlur={() => touch('title')}
        onChange={(title) => change({ title })}
        autoComplete="off"
      />
      <TextArea
        label={t('widgetsBundles.description')}
        isOptional
        help={t('widgetsBundles.length', { count: draft.description.trim().length, max: textLengthMax })}
        value={draft.description}
        error={faults.description}
        onBlur={() => touch('description')}
        onChange={(description) => change({ description })}
      />
      <ImageField
        label={t('widgetsBundles.image')}
        help={t('widgetsBundles.imageHelp')}
        value={draft.image}
        onChange={(image) => change({ image })}
      />
    </>
  )
}
