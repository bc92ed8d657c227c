/**
 * Tests a rule node's script on a message: message type and body, metadata, the script and its output, in resizable
 * panes. The server runs it. Save returns the script; Cancel returns null.
 */

import './script-test.css'
import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import { type ReactNode, useState } from 'react'
import { codeIndent, codeWrap } from '../editors/code-language.ts'
import { JsonEditor } from '../editors/json-editor.tsx'
import { jsonFault as jsonError } from '../editors/json-fault.ts'
import { layOutJson } from '../editors/json-text.ts'
import { ScriptEditor } from '../editors/script-editor.tsx'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { KeyValueMap } from '../ui/key-value-map/key-value-map.tsx'
import type { StringMap } from '../ui/key-value-map/map-rows.ts'
import { SplitPane } from '../ui/split/split-pane.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { MessageTypeField } from './message-type-field.tsx'

export interface ScriptTestDialogProps {
  readonly title?: string
  /** Label of the script's pane, such as "Filter". */
  readonly scriptLabel: string
  readonly functionName: string
  readonly argNames: readonly string[]
  /** Kind of script, as named by the API: `filter`, `update`, `switch`, … */
  readonly scriptType: string
  readonly script: string
  readonly msgType: string
  /** JSON. */
  readonly msg: string
  readonly metadata: StringMap
  /** Help button, next to the script's label. */
  readonly help?: ReactNode
  readonly onClose: (script: string | null) => void
}

const laidOut = (text: string) => layOutJson(text, { indent: codeIndent, wrap: codeWrap }) ?? text

export function ScriptTestDialog(props: ScriptTestDialogProps) {
  const t = useText()
  const toasts = useToasts()
  const { rest } = useClient()
  const [msgType, setMsgType] = useState(props.msgType)
  const [msg, setMsg] = useState(() => laidOut(props.msg))
  const [metadata, setMetadata] = useState<StringMap | null>(props.metadata)
  const [script, setScript] = useState(props.script)
  const [isScriptValid, setScriptValid] = useState(true)
  const [output, setOutput] = useState('')
  const [isTouched, setTouched] = useState(false)
  const { isBusy, submit } = useSubmit((text) => toasts.show({ kind: 'error', text }))

  const hasMetadata = metadata !== null && Object.keys(metadata).length > 0
  const isMessageValid = msgType.trim() !== '' && jsonError(msg, { isRequired: true }, t) === undefined && hasMetadata
  const canTest = !isBusy && isMessageValid && isScriptValid && script.trim() !== ''
  const canSave = !isBusy && isScriptValid && script !== props.script

  function test() {
    setTouched(true)
    if (!canTest || metadata === null) return
    setOutput('')
    void submit(async () => {
      const { argNames, scriptType } = props
      const answer = await createRuleChainCalls(rest).testScript(
        { argNames: [...argNames], scriptType, msgType, msg, metadata, script },
        { ignoreErrors: true },
      )
      if (answer.error) throw new Error(answer.error)
      setOutput(laidOut(answer.output))
    })
  }

  return (
    <Dialog
      title={props.title ?? t('inputs.testScript')}
      size={860}
      className="sd-script-test"
      onClose={() => props.onClose(null)}
      onSubmit={test}
      footer={
        <>
          <Button type="submit" disabled={!canTest} busy={isBusy}>
            {t('inputs.test')}
          </Button>
          <Button kind="plain" onClick={() => props.onClose(null)}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" disabled={!canSave} onClick={() => props.onClose(script)}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      {/* Initial sizes in percent: rows 35 and 65, columns 50 each. */}
      <SplitPane
        label={t('inputs.messageAndScript')}
        direction="column"
        first={35}
        one={
          <SplitPane
            label={t('inputs.messageAndMetadata')}
            direction="row"
            first={50}
            one={
              <>
                <MessageTypeField
                  value={msgType}
                  onChange={setMsgType}
                  isTouched={isTouched || msgType !== props.msgType}
                />
                <JsonEditor
                  label={t('inputs.message')}
                  isRequired
                  isFilling
                  value={msg}
                  onChange={setMsg}
                  isTouched={isTouched}
                />
              </>
            }
            other={
              <KeyValueMap
                label={t('inputs.metadata')}
                value={metadata}
                onChange={setMetadata}
                error={metadata !== null && !hasMetadata ? t('inputs.metadataRequired') : undefined}
              />
            }
          />
        }
        other={
          <SplitPane
            label={t('inputs.scriptAndOutput')}
            direction="row"
            first={50}
            one={
              <ScriptEditor
                label={props.scriptLabel}
                functionName={props.functionName}
                argNames={props.argNames}
                value={script}
                onChange={setScript}
                onValid={setScriptValid}
                aside={props.help}
                isFilling
              />
            }
            other={
              <JsonEditor
                label={t('inputs.output')}
                value={output}
                onChange={() => {}}
                isReadOnly
                isFilling
                isRequired
              />
            }
          />
        }
      />
    </Dialog>
  )
}
