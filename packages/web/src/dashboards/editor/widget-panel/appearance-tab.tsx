/**
 * Tab with a widget's title and looks. Fields show what is drawn; settings stay unset until the user changes them. A
 * text that can't be used is not stored.
 */

import { withMember, withoutMembers } from '@sonde/model/dashboards/editing/json-path'
import { objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { CodeEditor } from '../../../editors/code-editor.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { ColorField } from '../../../ui/color/color-field.tsx'
import { CheckField, TextField } from '../../../ui/field/text-field.tsx'
import { IconField } from '../../../ui/icon-picker/icon-field.tsx'
import { cssColor } from '../../css-color.ts'
import { isSpace } from '../../widget-style.ts'
import { LegendSection } from './legend-section.tsx'
import { NarrowSection } from './narrow-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { StyleField } from './style-field.tsx'
import { useDraft } from './use-draft.ts'
import type { WidgetTabProps } from './widget-tab.ts'

export function AppearanceTab(props: WidgetTabProps) {
  return (
    <div className="sd-form">
      <TitleSection {...props} />
      <FrameSection {...props} />
      {(props.widget.type === 'timeseries' || props.widget.type === 'latest') && <LegendSection {...props} />}
      <NarrowSection {...props} />
      <CssSection {...props} />
    </div>
  )
}

/** Sets a member of the widget's configuration. */
const setterOf =
  ({ change }: WidgetTabProps) =>
  (name: string, value: unknown) =>
    change(name, (config) => withMember(config, name, value))

function TitleSection(props: WidgetTabProps) {
  const { json, widget, change } = props
  const t = useText()
  const set = setterOf(props)
  const { title, showTitle, titleTooltip } = widget.config
  const config = objectOf(json.config)
  const hasIcon = showTitle && config.showTitleIcon === true
  return (
    <SettingsSection {...props} title={t('widgetSettings.titleSection')}>
      <TextField label={t('dashboardEditor.title')} value={title} onChange={(next) => set('title', next)} />
      <CheckField
        label={t('dashboardEditor.showTitle')}
        isChecked={showTitle}
        // A hidden title has no icon.
        onChange={(next) =>
          change('showTitle', (before) => {
            const after = withMember(before, 'showTitle', next)
            return !next && before.showTitleIcon === true ? withMember(after, 'showTitleIcon', false) : after
          })
        }
      />
      <TextField
        label={t('widgetSettings.titleTooltip')}
        value={titleTooltip}
        onChange={(next) => set('titleTooltip', next)}
      />
      <CheckField
        label={t('widgetSettings.showIcon')}
        isChecked={hasIcon}
        isDisabled={!showTitle}
        onChange={(next) => set('showTitleIcon', next)}
      />
      {hasIcon && (
        <>
          <IconField
            label={t('widgetSettings.icon')}
            value={textOf(config.titleIcon) ?? ''}
            onChange={(next) => set('titleIcon', next)}
          />
          <div className="sd-form-pair">
            <OwnColorField {...props} name="iconColor" />
            <IconSizeField {...props} />
          </div>
        </>
      )}
    </SettingsSection>
  )
}

const iconSizes = { min: 12, max: 32 }

function IconSizeField({ json, change }: WidgetTabProps) {
  const t = useText()
  const draft = useDraft({
    stored: (textOf(objectOf(json.config).iconSize) ?? '').trim().replace(/px$/, ''),
    errorOf: (text) =>
      text.trim() === '' || (Number(text) >= iconSizes.min && Number(text) <= iconSizes.max)
        ? undefined
        : t('widgetSettings.iconSizeInvalid', iconSizes),
    store: (text) => change('iconSize', (config) => withText(config, 'iconSize', text.trim() && `${Number(text)}px`)),
  })
  return <TextField label={t('widgetSettings.iconSize')} inputMode="numeric" placeholder="24" {...draft} />
}

/** An empty text is unset. */
const withText = (config: WidgetTabProps['json'], name: string, text: string) =>
  text === '' ? withoutMembers(config, [name]) : withMember(config, name, text)

type ColorName = 'iconColor' | 'backgroundColor' | 'color'

/** Color of the widget; empty: the theme's. */
function OwnColorField({ json, change, name }: WidgetTabProps & { readonly name: ColorName }) {
  const t = useText()
  const draft = useDraft({
    stored: textOf(objectOf(json.config)[name]) ?? '',
    errorOf: (text) => (text.trim() === '' || cssColor(text) ? undefined : t('inputs.colorInvalid')),
    store: (text) => change(name, (config) => withText(config, name, text.trim())),
  })
  return <ColorField label={t(`widgetSettings.${name}`)} placeholder={t('widgetSettings.standard')} {...draft} />
}

function SpaceField({
  json,
  change,
  name,
  standard,
}: WidgetTabProps & { readonly name: 'padding' | 'margin'; readonly standard: string }) {
  const t = useText()
  const draft = useDraft({
    stored: textOf(objectOf(json.config)[name]) ?? '',
    errorOf: (text) =>
      text.trim() === '' || (isSpace(text) && globalThis.CSS?.supports?.(name, text) !== false)
        ? undefined
        : t('widgetSettings.spaceInvalid'),
    store: (text) => change(name, (config) => withText(config, name, text.trim())),
  })
  return <TextField label={t(`widgetSettings.${name}`)} placeholder={standard} {...draft} />
}

const frameMembers = ['backgroundColor', 'color', 'padding', 'margin', 'dropShadow', 'enableFullscreen']

function FrameSection(props: WidgetTabProps) {
  const t = useText()
  const set = setterOf(props)
  const { dropShadow, enableFullscreen } = props.widget.config
  return (
    <SettingsSection {...props} title={t('widgetSettings.frameSection')} members={frameMembers}>
      <div className="sd-form-pair">
        <OwnColorField {...props} name="backgroundColor" />
        <OwnColorField {...props} name="color" />
        <SpaceField {...props} name="padding" standard="8px" />
        <SpaceField {...props} name="margin" standard="0px" />
      </div>
      <CheckField
        label={t('widgetSettings.dropShadow')}
        isChecked={dropShadow}
        onChange={(next) => set('dropShadow', next)}
      />
      <CheckField
        label={t('widgetSettings.enableFullscreen')}
        isChecked={enableFullscreen}
        onChange={(next) => set('enableFullscreen', next)}
      />
    </SettingsSection>
  )
}

function CssSection(props: WidgetTabProps) {
  const t = useText()
  const set = setterOf(props)
  return (
    <SettingsSection
      {...props}
      title={t('widgetSettings.cssSection')}
      members={['titleStyle', 'widgetStyle', 'widgetCss']}
    >
      <StyleField {...props} name="titleStyle" />
      <StyleField {...props} name="widgetStyle" />
      <CodeEditor
        label={t('widgetSettings.widgetCss')}
        language="css"
        help={t('widgetSettings.widgetCssHelp')}
        value={props.widget.config.widgetCss}
        onChange={(next) => set('widgetCss', next)}
      />
    </SettingsSection>
  )
}
