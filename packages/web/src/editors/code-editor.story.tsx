import { useState } from 'react'
import type { Story } from '../ui/story.ts'
import { CodeEditor, type CodeEditorProps } from './code-editor.tsx'

function Editor({ initial, ...rest }: { initial: string } & Omit<CodeEditorProps, 'value' | 'onChange'>) {
  const [text, setText] = useState(initial)
  return <CodeEditor {...rest} value={text} onChange={setText} />
}

const proto = `syntax = "proto3";
package telemetry;

// What a sensor sends.
message Reading {
  optional double temperature = 1;
  repeated string tags = 2;
}
`

const story: Story = {
  id: 'code-editor',
  group: 'Editors',
  title: 'Code editor',
  about:
    'A field of code. What is wrong by the rules of the language is marked where it stands. Tab indents; Escape, then Tab, leaves. At least 200 px high; Tidy lays out with 4 spaces, lists of values in lines of 60 characters.',
  examples: [
    {
      name: 'JavaScript',
      Example: () => (
        <Editor
          label="Script"
          language="javascript"
          initial={"// Celsius\nconst limit = 21.5\nif (msg.temperature > limit) {\n  return { msgType: 'HOT' }\n}\n"}
          help="Returns what the next node gets."
        />
      ),
    },
    {
      name: 'CSS',
      Example: () => <Editor label="Style" language="css" initial={'.card:hover{color:red}\n'} isOptional />,
    },
    { name: 'Protobuf schema', Example: () => <Editor label="Telemetry schema" language="protobuf" initial={proto} /> },
    {
      name: 'Markdown',
      Example: () => <Editor label="Notes" language="markdown" initial={'# Pump\n\n- *checked* on Friday\n'} />,
    },
    {
      name: 'A fault of the form',
      Example: () => <Editor label="Value" language="json" initial={'{"a": }'} error="Enter an object, such as {}." />,
    },
    { name: 'Read only', Example: () => <Editor label="Output" language="json" initial={'{"a": 1}'} isReadOnly /> },
    { name: 'Disabled', Example: () => <Editor label="Value" language="json" initial={'{"a": 1}'} isDisabled /> },
  ],
}
export default story
