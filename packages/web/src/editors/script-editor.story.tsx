import { useState } from 'react'
import type { Story } from '../ui/story.ts'
import { ScriptEditor, type ScriptEditorProps } from './script-editor.tsx'

const argNames = ['value', 'time']
const samples = [[21.5, 0]]

function Editor({ initial, ...rest }: { initial: string } & Partial<ScriptEditorProps>) {
  const [text, setText] = useState(initial)
  return (
    <ScriptEditor
      label="Data function"
      functionName="convert"
      argNames={argNames}
      value={text}
      onChange={setText}
      {...rest}
    />
  )
}

const story: Story = {
  id: 'script-editor',
  group: 'Editors',
  title: 'JavaScript function editor',
  about:
    'The body of a function between its head and foot. Broken syntax and unknown names are faults, unused names hints. With samples it is run in a sandbox and what it returns is compared with the wanted type.',
  examples: [
    { name: 'Valid', Example: () => <Editor initial={'return Math.round(value * 10) / 10'} /> },
    { name: 'Faults and hints', Example: () => <Editor initial={'const unused = 1\nreturn valeu * 2'} /> },
    {
      name: 'Returns another type',
      Example: () => <Editor initial={"return value + ' °C'"} resultType="number" samples={samples} />,
    },
  ],
}
export default story
