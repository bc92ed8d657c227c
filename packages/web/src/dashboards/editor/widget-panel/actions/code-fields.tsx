/** Fields of actions that run a function, with or without HTML, CSS and resources. */

import { actionArgNames } from '@sonde/model/dashboards/actions/action-functions'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { CodeEditor } from '../../../../editors/code-editor.tsx'
import { ScriptEditor } from '../../../../editors/script-editor.tsx'
import { HelpButton } from '../../../../help/help-button.tsx'
import { useText } from '../../../../locale/use-text.tsx'
import { Button, IconButton } from '../../../../ui/button/button.tsx'
import { CheckField, TextField } from '../../../../ui/field/text-field.tsx'
import { Tabs } from '../../../../ui/tabs/tabs.tsx'
import type { ActionFieldsProps } from './action-form.ts'

const tabs = ['javascript', 'html', 'css', 'resources'] as const
type CodeTab = (typeof tabs)[number]

/** Px. */
const heights = { alone: 260, inTab: 320 }

const customArgs = actionArgNames('customFunction', 'custom')
const prettyArgs = actionArgNames('customFunction', 'customPretty')

export function CodeFields(props: ActionFieldsProps) {
  const { form, change } = props
  const t = useText()
  const [tab, setTab] = useState<CodeTab>('javascript')
  const { draft } = form
  const isPretty = draft.type === 'customPretty'
  const script = (
    <ScriptEditor
      label={t('widgetActions.function')}
      functionName="customFunction"
      argNames={isPretty ? prettyArgs : customArgs}
      allowsUnknownNames
      height={isPretty ? heights.inTab : heights.alone}
      aside={<HelpButton page={isPretty ? 'widgets/custom-html-action' : 'widgets/custom-action'} iconSize={16} />}
      value={draft.customFunction}
      onChange={(customFunction) => change({ customFunction })}
    />
  )
  if (!isPretty) return script
  return (
    <div className="wa-code">
      <Tabs
        label={t('widgetActions.code')}
        tabs={tabs.map((id) => ({ id, label: t(`widgetActions.${id}`) }))}
        value={tab}
        onChange={setTab}
      >
        <div className="wa-code-tab">
          {tab === 'javascript' && script}
          {tab === 'html' && (
            <CodeEditor
              key="html"
              label={t('widgetActions.html')}
              language="text"
              height={heights.inTab}
              value={draft.customHtml}
              onChange={(customHtml) => change({ customHtml })}
            />
          )}
          {tab === 'css' && (
            <CodeEditor
              key="css"
              label={t('widgetActions.css')}
              language="css"
              height={heights.inTab}
              value={draft.customCss}
              onChange={(customCss) => change({ customCss })}
            />
          )}
          {tab === 'resources' && <ResourceFields {...props} />}
        </div>
      </Tabs>
    </div>
  )
}

function ResourceFields({ form, change }: ActionFieldsProps) {
  const t = useText()
  const { customResources } = form.draft
  return (
    <div className="sd-form">
      <p className="wa-help">{t('widgetActions.resourcesHelp')}</p>
      {customResources.map((resource, index) => {
        const at = index + 1
        const replace = (next: typeof resource) => change({ customResources: customResources.with(index, next) })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: resources have no identity but their position
          <div key={index} className="wa-resource">
            <TextField
              label={t('widgetActions.resourceUrl', { at })}
              value={resource.url}
              autoComplete="off"
              onChange={(url) => replace({ ...resource, url })}
              end={
                <IconButton
                  size="sm"
                  label={t('widgetActions.removeResource', { at })}
                  icon={<X size={16} strokeWidth={2} />}
                  onClick={() => change({ customResources: customResources.toSpliced(index, 1) })}
                />
              }
            />
            <CheckField
              label={t('widgetActions.resourceModule')}
              isChecked={resource.isModule}
              onChange={(isModule) => replace({ ...resource, isModule })}
            />
          </div>
        )
      })}
      <div>
        <Button
          size="sm"
          icon={<Plus size={16} strokeWidth={2} />}
          onClick={() => change({ customResources: [...customResources, { url: '', isModule: false }] })}
        >
          {t('widgetActions.addResource')}
        </Button>
      </div>
    </div>
  )
}
