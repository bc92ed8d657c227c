import { useState } from 'react'
import { Button } from '../ui/button/button.tsx'
import type { Story } from '../ui/story.ts'
import { JsonDialog } from './json-dialog.tsx'
import { JsonEditor, type JsonEditorProps } from './json-editor.tsx'

function Editor({ initial, ...rest }: { initial: string } & Partial<JsonEditorProps>) {
  const [text, setText] = useState(initial)
  return <JsonEditor label="Additional info" value={text} onChange={setText} {...rest} />
}

function InDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit JSON</Button>
      {isOpen && <JsonDialog value={'{\n    "level": 93.5\n}'} onClose={() => setOpen(false)} />}
    </>
  )
}

const story: Story = {
  id: 'json-editor',
  group: 'Editors',
  title: 'JSON editor',
  about:
    'Any value, or an object alone. Tidying keeps every digit. In the dialog, Save is there once the value is valid and another; Cancel tells null.',
  examples: [
    {
      name: 'An object',
      Example: () => <Editor initial={'{\n  "description": "Inlet pump",\n  "limits": [20, 80]\n}'} isObject />,
    },
    { name: 'Broken', Example: () => <Editor initial={'{\n  "description" "Inlet pump"\n}'} isObject isTouched /> },
    { name: 'Required', Example: () => <Editor initial="" isObject isRequired isTouched /> },
    { name: 'Dialog', Example: InDialog },
  ],
}
export default story
