import { useState } from 'react'
import type { Story } from '../ui/story.ts'
import { MarkdownEditor } from './markdown-editor.tsx'
import { MarkdownView } from './markdown-view.tsx'

const text =
  '### Pump P-03\n\nChecked on *Friday*:\n\n| Part | State |\n|---|---|\n| Seal | fine |\n| Valve | slow |\n\n<b>markup</b> is text.'

function Editor() {
  const [value, setValue] = useState(text)
  return <MarkdownEditor label="Notes" isOptional value={value} onChange={setValue} />
}

const story: Story = {
  id: 'markdown-editor',
  group: 'Editors',
  title: 'Markdown editor and view',
  about:
    'Written on one side, read on the other. Markup is text, links open in a tab of their own; what cannot be drawn says so.',
  examples: [
    { name: 'Editor', Example: Editor },
    { name: 'View', Example: () => <MarkdownView text={text} /> },
  ],
}
export default story
