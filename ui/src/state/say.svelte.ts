// Announcements for screen readers, and short notes for everyone.

export interface Note {
  id: number;
  text: string;
  tone: "plain" | "warning";
  action?: { label: string; run: () => void };
}

class Voice {
  spoken = $state("");
  notes = $state.raw<Note[]>([]);
  private count = 0;

  /** Speak a line; the same line twice is spoken twice. */
  say(text: string): void {
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }

  /** Show a note, speak it, and take it away again after a while unless it asks for something; one of each. */
  note(text: string, tone: Note["tone"] = "plain", action?: Note["action"]): void {
    const id = (this.count += 1);
    this.notes = [...this.notes.filter((n) => n.text !== text).slice(-2), { id, text, tone, ...(action ? { action } : {}) }];
    this.say(text);
    if (!action) setTimeout(() => this.dismiss(id), tone === "warning" ? 9000 : 5000);
  }

  dismiss(id: number): void {
    this.notes = this.notes.filter((n) => n.id !== id);
  }
}

export const voice = new Voice();
