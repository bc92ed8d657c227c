/** Component catalogue: stories by group on the left, the selected one in a frame with adjustable width. */

import { useEffect, useState } from 'react'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { type Story, storyGroups } from '../ui/story.ts'
import { chooseTheme, type ThemeChoice, themeChoices, useColorScheme } from '../ui/theme/color-scheme.ts'
import { stories } from './stories.ts'

/** Frame widths for testing pages, px. */
const widths = ['390', '768', '1280', 'full'] as const
type Width = (typeof widths)[number]

const addressOf = (story: Story) => `?${new URLSearchParams({ story: story.id })}`

function chosenStory(): Story | undefined {
  const id = new URLSearchParams(location.search).get('story')
  return stories.find((story) => story.id === id) ?? stories[0]
}

export function CataloguePage() {
  const [story, setStory] = useState(chosenStory)
  const [width, setWidth] = useState<Width>('full')
  const { choice } = useColorScheme()

  useEffect(() => {
    const follow = () => setStory(chosenStory())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  function open(next: Story) {
    history.pushState(null, '', addressOf(next))
    setStory(next)
  }

  return (
    <div className="cat-page">
      <nav className="cat-list" aria-label="Stories">
        <h1>Sonde catalogue</h1>
        {storyGroups.map((group) => (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {stories
                .filter((one) => one.group === group)
                .map((one) => (
                  <li key={one.id}>
                    <a
                      href={addressOf(one)}
                      aria-current={one === story ? 'page' : undefined}
                      onClick={(event) => {
                        if (event.ctrlKey || event.metaKey || event.shiftKey) return
                        event.preventDefault()
                        open(one)
                      }}
                    >
                      {one.title}
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </nav>
      <main className="cat-main">
        <div className="cat-tools">
          <Segmented<ThemeChoice>
            label="Colour scheme"
            size="sm"
            value={choice}
            options={themeChoices.map((value) => ({ value, label: value }))}
            onChange={chooseTheme}
          />
          <Segmented<Width>
            label="Width"
            size="sm"
            value={width}
            options={widths.map((value) => ({ value, label: value }))}
            onChange={setWidth}
          />
        </div>
        {story && (
          <iframe
            key={story.id}
            title={story.title}
            src={`${addressOf(story)}&alone`}
            style={{ width: width === 'full' ? '100%' : `${width}px` }}
          />
        )}
      </main>
    </div>
  )
}
