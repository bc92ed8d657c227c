/** The form of a widgets bundle: what it is called, changed by those who may. */

import { createWidgetsBundleCalls } from '@sonde/client/widgets/widgets-bundle-calls'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import type { PlainRoomFormProps } from '../../entity-room/plain-room.ts'
import { definePlainForm, PlainDetails } from '../../entity-room/plain-room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { ImageField, ImagePreview } from '../../ui/field/image-field.tsx'
import { textLengthMax } from '../../ui/field/text-faults.ts'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import { mayChange } from './widgets-bundle-calls.ts'
import {
  draftOfWidgetsBundle,
  type WidgetsBundleDraft,
  type WidgetsBundleFaults,
  widgetsBundleFaults,
  wireWidgetsBundle,
} from './widgets-bundle-input.ts'

interface BundleProps {
  readonly row: WidgetsBundle
}

function ReadOnly({ row: { image, title, description } }: BundleProps) {
  const t = useText()
  return (
    <>
      {image && <ImagePreview image={image} />}
      <p className="sd-text-2">{t('widgetsBundles.readOnly')}</p>
      <dl className="sd-facts">
        <dt>{t('widgetsBundles.name')}</dt>
        <dd>{title}</dd>
        <dt>{t('widgetsBundles.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
    </>
  )
}

function Facts({ row }: BundleProps) {
  const t = useText()
  return (
    <>
      <dt>{t('widgetsBundles.alias')}</dt>
      <dd className="sd-mono">{row.alias}</dd>
    </>
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

const form = definePlainForm({
  draftOf: draftOfWidgetsBundle,
  faultsOf: widgetsBundleFaults,
  save: (rest, draft, row: WidgetsBundle, options) =>
    createWidgetsBundleCalls(rest).save(wireWidgetsBundle(draft, row), options),
  Fields: WidgetsBundleFields,
  Facts,
  mayEdit: mayChange,
  ReadOnly,
})

export const WidgetsBundleForm = (props: PlainRoomFormProps<WidgetsBundle>) => <PlainDetails {...props} form={form} />
