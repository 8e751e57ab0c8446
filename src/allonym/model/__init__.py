"""The values every layer speaks: standard library only, frozen, no input or output.

::

    view ──detect──▶ Mention* ──link──▶ Entity* ──replace──▶ ReplacementPlan ──▶ Result

Offsets are half-open ``[start, end)`` and count Unicode code points of ``TextView.text``.
Nothing here puts document text into a ``repr`` or an exception message.
"""
