import { useCallback, useEffect, useRef, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { useLater } from '../ui/use-later.ts';
import { EndSteps } from './end/after-end.tsx';
import { DrawnBy } from './frames/drawn-by.tsx';
import { isOver, type StreamState } from './machine.ts';
import { Assistant } from './prompt/assistant.ts';
import { PromptBar, type PromptBarHandle } from './prompt/prompt-bar.tsx';
import type { Receipt } from './prompt/receipt.ts';
import { SpokenWords } from './prompt/spoken-words.tsx';
import { Suggestions } from './prompt/suggestions.tsx';
import { useConversation } from './prompt/use-conversation.ts';
import { Announcer } from './screen/announcer.tsx';
import { KeepLink } from './screen/keep-link.tsx';
import { type SidePanel, SidePanels } from './screen/side-panels.tsx';
import { Stage } from './screen/stage.tsx';
import { StatusChips } from './screen/status-chips.tsx';
import { StreamActions } from './screen/stream-actions.tsx';
import { useAfterEnd } from './screen/use-after-end.ts';
import { useIdle } from './screen/use-idle.ts';
import { useImmersion } from './screen/use-immersion.ts';
import { useMedia } from './screen/use-media.ts';
import { useShareLive } from './screen/use-share-live.ts';
import { useStayActive } from './screen/use-stay-active.ts';
import { type StreamSettings, settingsStore } from './settings/settings.ts';
import { Shortcuts } from './settings/shortcuts.tsx';
import { useSettings } from './settings/use-settings.ts';
import { useStream } from './use-stream.ts';
import { MicButton } from './voice/mic-button.tsx';
import { useVoice, type Voice } from './voice/use-voice.ts';
import type { VoiceModel } from './voice/voice-input.ts';

export interface StreamProps {
  /** the generator that the server expects to use; `demo` is the built-in one, which isn't AI */
  generator: string;
  /** the server has a language model */
  agent: boolean;
  voiceModel: VoiceModel;
  /** the server can transcribe speech */
  serverVoice: boolean;
  /** true if this site sells plans to link to */
  sellsPlans: boolean;
  /** the user operates this server */
  operator: boolean;
  /** the visitor has no account, and one dream */
  guest: boolean;
  /** typed on the home page, to be sent at once */
  words: string | null;
  /** image shown before the first frame */
  backdrop: string;
}

const loadEnd = () => import('./screen/end-dialog.tsx');
const loadServerVoice = () => import('./voice/server-voice-dialog.tsx');
const loadReceipts = () => import('./prompt/receipts.tsx');
const loadLiveRow = () => import('./rewind/live-row.tsx');

/** Windows in which small-screens.css lets the controls float over the video; in landscape, they hide when idle. */
const LOW_SCREEN =
  '(orientation: landscape) and (width < 640px), (orientation: landscape) and (height < 540px)';

/** As in stream.css: the whole video leaves much of a portrait window empty. */
const PORTRAIT = '(orientation: portrait)';

/** The live page: the stream, and a text field or voice to direct it. */
export default function Stream(props: StreamProps) {
  const { generator, agent, voiceModel, serverVoice, sellsPlans, operator, guest, words, backdrop } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const promptBar = useRef<PromptBarHandle>(null);
  const [dialog, setDialog] = useState<DialogsProps['open']>(null);
  const { panel, toggle: togglePanel, close: closePanel } = usePanels();
  const [assistant] = useState(() => new Assistant(() => settingsStore.get().systemPrompt));
  const settings = useSettings();
  const { state, controller } = useStream(canvas);
  const { immersed, toggle } = useImmersion(page);
  const low = useMedia(LOW_SCREEN);
  const portrait = useMedia(PORTRAIT);
  const over = isOver(state);
  const isLive = state.sessionId !== null && !over;
  const shown = state.hasFrame && !over;
  const live = state.phase === 'ready' && state.hasFrame && !state.stopped;
  const idle = useIdle(immersed || (low && live));
  const hasAgent = agent && !guest;
  const agentMode = hasAgent && settings.agentMode;
  const filling = settings.largePicture && portrait && shown;

  const submit = (text: string, source: 'typed' | 'voice', cleaned = false): boolean => {
    controller?.submit(text, source, { cleaned, rewrite: agentMode ? assistant.rewrite : null });
    return controller !== null;
  };
  const type = (text: string) => submit(text, 'typed');
  const unsent = useRef(words);
  useEffect(() => {
    if (unsent.current !== null && type(unsent.current)) unsent.current = null;
  });
  const voice = useVoice({
    model: voiceModel,
    serverVoice,
    sessionId: state.sessionId,
    over,
    begun: state.running || over,
    onHeard: (text, cleaned) => submit(text, 'voice', cleaned),
    onOfferServer: () => setDialog('server-voice'),
  });
  useStayActive(voice.state, state, controller);
  const conversation = useConversation(
    // A guest's transcript is the prompts that the dream itself keeps.
    guest ? null : state.sessionId,
    state.receipts,
    (prompts) => promptBar.current?.remember(prompts),
    assistant,
  );
  const LiveRow = useLater(isLive && state.running && state.hasFrame, loadLiveRow);
  const { note: shareNote, shareLive } = useShareLive(state.sessionId);
  const saveRest = () => Promise.all([conversation.save(), voice.upload()]);
  const { filmOf, staying } = useAfterEnd(state, saveRest, guest);

  return (
    <div
      ref={page}
      className="stream"
      data-immersed={immersed}
      data-idle={idle && panel === null}
      data-over={over}
      data-staying={staying || undefined}
      data-settings={panel !== null && !over}
      data-filling={filling}
    >
      <h1 className="visually-hidden">{m.stream_live_title()}</h1>
      <Announcer state={state} voice={voice.state} shareNote={shareNote} />
      <Stage
        {...{ canvas, backdrop, filling, shown, sellsPlans, guest, staying, filmOf }}
        {...{ voice, shareNote, state, controller, large: settings.largePicture }}
      />
      <StreamNotes {...{ state, voice, agentMode, generator, operator, guest }} />
      <div className="stream-controls" inert={over}>
        {LiveRow && isLive && state.running && controller && <LiveRow {...{ state, controller, guest }} />}
        {voice.state.words !== null && <SpokenWords text={voice.state.words} onDiscard={voice.discard} />}
        <Said {...{ state, settings, agentMode, voice }} receipts={conversation.receipts} onChoose={type} />
        <div className="stream-row">
          <PromptBar
            ref={promptBar}
            connecting={state.phase === 'connecting'}
            agentMode={agentMode}
            over={over}
            onSubmit={type}
          >
            {!guest && (
              <MicButton
                voice={voice.state}
                onLevel={voice.onLevel}
                disabled={!isLive}
                onToggle={() => void voice.toggle()}
              />
            )}
          </PromptBar>
          <StreamActions
            canEnd={isLive}
            canShare={shown}
            settingsOpen={panel === 'settings'}
            immersed={immersed}
            onEnd={() => setDialog('end')}
            onShare={guest ? null : shareLive}
            onTogether={guest ? null : togglePanel.together}
            togetherOpen={panel === 'together'}
            onScore={guest ? null : togglePanel.score}
            scoreOpen={panel === 'score'}
            watching={state.audience.watching}
            onSettings={togglePanel.settings}
            onFullscreen={toggle}
          />
        </div>
      </div>
      {filmOf && !guest && <EndSteps sessionId={filmOf} />}
      <SidePanels
        open={over ? null : panel}
        onClose={closePanel}
        guest={guest}
        dream={{ state, controller }}
        score={{ agent, operator }}
        settings={{
          ...{ settings, voice, serverVoice },
          agent: hasAgent,
          model: voiceModel,
          state: guest ? withoutImages(state) : state,
          onTurn: (name, value) => controller?.turn(name, value),
          canListen: isLive && !guest,
          onReset: () => {
            assistant.reset();
            settingsStore.set({ conversationResetAt: Date.now() });
          },
        }}
      />
      <Shortcuts
        onFullscreen={toggle}
        onPrompt={() => promptBar.current?.focus()}
        voice={guest ? null : voice}
        onSettings={togglePanel.settings}
        onTogether={guest || !isLive ? null : togglePanel.together}
      />
      <Dialogs
        open={dialog}
        guest={guest}
        onEnd={async () => (await controller?.end()) === true}
        onAcceptServer={() => {
          settingsStore.set({ serverVoice: true });
          void voice.toggle();
        }}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}

interface DialogsProps {
  open: 'end' | 'server-voice' | null;
  guest: boolean;
  onEnd: () => Promise<boolean>;
  onAcceptServer: () => void;
  onClose: () => void;
}

/** Dialogs over the stream. A dream can be ended while its connection is broken. */
function Dialogs({ open, guest, onEnd, onAcceptServer, onClose }: DialogsProps) {
  const EndDialog = useLater(open === 'end', loadEnd, true);
  const ServerVoiceDialog = useLater(open === 'server-voice', loadServerVoice);
  return (
    <>
      {open === 'end' && EndDialog && <EndDialog {...{ guest, onEnd, onClose }} />}
      {open === 'server-voice' && ServerVoiceDialog && (
        <ServerVoiceDialog onAccept={onAcceptServer} onClose={onClose} />
      )}
    </>
  );
}

interface SaidProps {
  state: StreamState;
  receipts: Receipt[];
  settings: StreamSettings;
  agentMode: boolean;
  voice: Voice;
  onChoose: (text: string) => void;
}

/** The prompts so far; before the first, ideas for one. */
function Said({ state, receipts, settings, agentMode, voice, onChoose }: SaidProps) {
  const begun = state.receipts.length > 0 || state.hasFrame;
  const Receipts = useLater(begun, loadReceipts, true);
  if (begun) {
    return (
      Receipts && (
        <Receipts
          receipts={receipts}
          showUserText={settings.showUserText}
          showAiText={settings.showAiText && agentMode}
        />
      )
    );
  }
  // A second row would push the stream out of a low window, and a user who is speaking needs no ideas.
  return voice.state.words === null && <Suggestions onChoose={onChoose} />;
}

/** The panel next to the stream; at most one is open. */
function usePanels() {
  const [panel, setPanel] = useState<SidePanel>(null);
  const toggle = (one: SidePanel) => () => setPanel((now) => (now === one ? null : one));
  return {
    panel,
    toggle: { settings: toggle('settings'), together: toggle('together'), score: toggle('score') },
    close: useCallback(() => setPanel(null), []),
  };
}

/** Start images need an account. */
const withoutImages = (state: StreamState): StreamState => ({
  ...state,
  controls: { ...state.controls, declared: state.controls.declared.filter(({ kind }) => kind !== 'picture') },
});

interface StreamNotesProps extends Pick<StreamProps, 'generator' | 'operator' | 'guest'> {
  state: StreamState;
  voice: Voice;
  agentMode: boolean;
}

/** Below the stream: how it is directed, and what draws it. */
function StreamNotes({ state, voice, agentMode, generator, operator, guest }: StreamNotesProps) {
  return (
    <div className="stream-notes" hidden={isOver(state)}>
      {guest ? (
        <KeepLink sessionId={state.sessionId} />
      ) : (
        <StatusChips voice={voice.state} agentMode={agentMode} />
      )}
      <DrawnBy generator={state.generator} expected={generator} operator={operator} />
    </div>
  );
}
