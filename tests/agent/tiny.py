"""A model in a file, small enough to be made by a test: two layers of noise over the bytes. It speaks nonsense, but it speaks."""

from pathlib import Path

WIDTH, HEADS, LAYERS, INNER = 64, 4, 2, 128
TEMPLATE = "{% for message in messages %}{{ message.role }}: {{ message.content }}\n{% endfor %}assistant:"


def written(file: Path) -> Path:
    import numpy as np  # here: once it is loaded, every example of every property has its random state set too
    from gguf import GGMLQuantizationType, GGUFWriter, TokenType

    noise = np.random.default_rng(7)
    tokens = ["<unk>", "<s>", "</s>", *[f"<0x{byte:02X}>" for byte in range(256)], *[chr(code) for code in range(97, 123)], "▁"]
    kinds = [TokenType.UNKNOWN, TokenType.CONTROL, TokenType.CONTROL, *[TokenType.BYTE] * 256, *[TokenType.NORMAL] * 27]
    out = GGUFWriter(str(file), "llama")
    out.add_context_length(16_384)
    out.add_embedding_length(WIDTH)
    out.add_block_count(LAYERS)
    out.add_feed_forward_length(INNER)
    out.add_head_count(HEADS)
    out.add_head_count_kv(HEADS)
    out.add_layer_norm_rms_eps(1e-5)
    out.add_rope_dimension_count(WIDTH // HEADS)
    out.add_vocab_size(len(tokens))
    out.add_tokenizer_model("llama")
    out.add_token_list(tokens)
    out.add_token_scores([0.0] * len(tokens))
    out.add_token_types(kinds)
    out.add_bos_token_id(1)
    out.add_eos_token_id(2)
    out.add_chat_template(TEMPLATE)
    shapes = {"token_embd.weight": (len(tokens), WIDTH), "output_norm.weight": (WIDTH,), "output.weight": (len(tokens), WIDTH)}
    for n in range(LAYERS):
        shapes |= {f"blk.{n}.{name}.weight": (WIDTH, WIDTH) for name in ("attn_q", "attn_k", "attn_v", "attn_output")}
        shapes |= {f"blk.{n}.{name}.weight": (WIDTH,) for name in ("attn_norm", "ffn_norm")}
        shapes |= {f"blk.{n}.{name}.weight": (INNER, WIDTH) for name in ("ffn_gate", "ffn_up")} | {
            f"blk.{n}.ffn_down.weight": (WIDTH, INNER)
        }
    for name, shape in shapes.items():
        made = np.ones(shape) if len(shape) == 1 else noise.normal(0, 0.1, shape)
        out.add_tensor(name, made.astype(np.float32), raw_dtype=GGMLQuantizationType.F32)
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()
    return file
